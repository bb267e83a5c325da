package io.twophase.adapter.mongo.document;

import io.twophase.domain.account.Hold;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.HoldRefusal.AccountBusy;
import io.twophase.domain.account.HoldRefusal.AccountClosed;
import io.twophase.domain.account.HoldRefusal.AccountCorrupt;
import io.twophase.domain.account.HoldRefusal.AccountFrozen;
import io.twophase.domain.account.HoldRefusal.CeilingReached;
import io.twophase.domain.account.HoldRefusal.CurrencyMismatch;
import io.twophase.domain.account.HoldRefusal.ForeignHold;
import io.twophase.domain.account.HoldRefusal.InsufficientFunds;
import io.twophase.domain.account.HoldRefusal.NoSuchAccount;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.CancelReason;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Reasons on the wire: {@code { kind, … }} with the figures of that kind. */
public final class ReasonDocuments {

  private ReasonDocuments() {}

  /** A reason's document. */
  public static BsonDocument write(CancelReason reason) {
    BsonDocument document = new BsonDocument(Field.KIND, new BsonString(reason.kind()));
    if (reason instanceof CancelReason.Requested requested) {
      document.append(Field.TEXT, new BsonString(requested.text()));
    } else if (reason instanceof CancelReason.Refused refused) {
      write(refused.refusal(), document);
    }
    return document;
  }

  private static void write(HoldRefusal refusal, BsonDocument document) {
    document.append(Field.ACCOUNT, new BsonString(refusal.account().value()));
    if (refusal instanceof InsufficientFunds funds) {
      figures(document, Field.AVAILABLE, funds.available(), funds.asked());
    } else if (refusal instanceof CeilingReached ceiling) {
      figures(document, Field.RECEIVABLE, ceiling.receivable(), ceiling.asked());
    } else if (refusal instanceof CurrencyMismatch mismatch) {
      document.append(Field.KEPT, new BsonString(mismatch.kept().getCurrencyCode()));
      document.append(Field.ASKED, new BsonString(mismatch.asked().getCurrencyCode()));
    } else if (refusal instanceof AccountCorrupt corrupt) {
      document.append(Field.FAULT, new BsonString(corrupt.fault()));
    } else if (refusal instanceof AccountBusy busy) {
      document.append(Field.HOLDS, new BsonInt64(busy.holds()));
    } else if (refusal instanceof ForeignHold foreign) {
      Money amount = foreign.held().amount();
      document.putAll(
          HoldDocuments.of(new Leg(foreign.transaction(), foreign.epoch(), foreign.held())));
      document.append(Field.CURRENCY, new BsonString(amount.currency().getCurrencyCode()));
    }
  }

  private static void figures(BsonDocument document, String name, Money there, Money asked) {
    if (!there.currency().equals(asked.currency())) {
      throw new IllegalStateException(name + " is " + there + ", " + asked + " asked");
    }
    document.append(name, new BsonInt64(there.minor()));
    document.append(Field.ASKED, new BsonInt64(asked.minor()));
    document.append(Field.CURRENCY, new BsonString(asked.currency().getCurrencyCode()));
  }

  static CancelReason read(Fields reason) {
    String kind = reason.text(Field.KIND);
    return switch (kind) {
      case "Canceled" -> new CancelReason.Requested(reason.text(Field.TEXT));
      case "CanceledByRecovery" -> new CancelReason.Recovered();
      case "NeverBegun" -> new CancelReason.NeverBegun();
      default -> new CancelReason.Refused(refusal(kind, reason));
    };
  }

  private static HoldRefusal refusal(String kind, Fields reason) {
    AccountId account = reason.parsed(Field.ACCOUNT, AccountId::parse);
    return switch (kind) {
      case "NoSuchAccount" -> new NoSuchAccount(account);
      case "AccountFrozen" -> new AccountFrozen(account);
      case "AccountClosed" -> new AccountClosed(account);
      case "CurrencyMismatch" ->
          new CurrencyMismatch(account, reason.currency(Field.KEPT), reason.currency(Field.ASKED));
      case "InsufficientFunds" ->
          new InsufficientFunds(
              account, money(reason, Field.AVAILABLE), money(reason, Field.ASKED));
      case "CeilingReached" ->
          new CeilingReached(account, money(reason, Field.RECEIVABLE), money(reason, Field.ASKED));
      case "AccountBusy" -> new AccountBusy(account, holds(reason));
      case "ForeignHold" -> foreignHold(account, reason);
      case "AccountCorrupt" -> new AccountCorrupt(account, reason.text(Field.FAULT));
      default -> throw reason.fault(Field.KIND, "is '" + kind + "', which is no reason");
    };
  }

  private static ForeignHold foreignHold(AccountId account, Fields reason) {
    Hold hold = HoldDocuments.one(reason);
    Money amount = new Money(hold.amount(), reason.currency(Field.CURRENCY));
    Operation held =
        hold.side() == Direction.DEBIT ? new Debit(account, amount) : new Credit(account, amount);
    return new ForeignHold(hold.transaction(), hold.epoch(), held);
  }

  private static int holds(Fields reason) {
    long holds = reason.int64(Field.HOLDS);
    if (holds < 0 || holds > Integer.MAX_VALUE) {
      throw reason.fault(Field.HOLDS, "is " + holds + ", which is no number of holds");
    }
    return (int) holds;
  }

  private static Money money(Fields reason, String name) {
    return new Money(reason.int64(name), reason.currency(Field.CURRENCY));
  }
}
