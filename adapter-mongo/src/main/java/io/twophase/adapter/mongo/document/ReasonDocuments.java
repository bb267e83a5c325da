package io.twophase.adapter.mongo.document;

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
import io.twophase.domain.account.HoldRefusal.NothingAvailable;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.transaction.CancelReason;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Reasons on the wire: {@code { kind, … }} with the figures of that kind. */
public final class ReasonDocuments {

  private ReasonDocuments() {}

  /** A reason's document. */
  public static BsonDocument write(CancelReason reason) {
    BsonDocument document = new BsonDocument(Field.KIND, new BsonString(kind(reason)));
    return reason.fold(
        refused -> refused.refusal().fold(new Figures(document)),
        documentRefused -> DocumentReasons.append(document, documentRefused.refusal()),
        requested -> document.append(Field.TEXT, new BsonString(requested.text())),
        recovered -> document,
        neverBegun -> document,
        expired ->
            document.append(
                Field.EXPIRES_AT, new BsonDateTime(expired.expiresAt().toEpochMilli())));
  }

  /** A document's refusal is stored as such, in whichever words it is said. */
  private static String kind(CancelReason reason) {
    return reason instanceof CancelReason.DocumentRefused refused
        ? refused.refusal().kind()
        : reason.kind();
  }

  /** The figures of a refusal. */
  private record Figures(BsonDocument document) implements HoldRefusal.Cases<BsonDocument> {

    @Override
    public BsonDocument noSuchAccount(NoSuchAccount refusal) {
      return account(refusal);
    }

    @Override
    public BsonDocument accountFrozen(AccountFrozen refusal) {
      return account(refusal);
    }

    @Override
    public BsonDocument accountClosed(AccountClosed refusal) {
      return account(refusal);
    }

    @Override
    public BsonDocument currencyMismatch(CurrencyMismatch refusal) {
      return account(refusal)
          .append(BodyField.KEPT, new BsonString(refusal.kept().getCurrencyCode()))
          .append(BodyField.ASKED, new BsonString(refusal.asked().getCurrencyCode()));
    }

    @Override
    public BsonDocument insufficientFunds(InsufficientFunds refusal) {
      figures(account(refusal), Field.AVAILABLE, refusal.available(), refusal.asked());
      return document;
    }

    @Override
    public BsonDocument nothingAvailable(NothingAvailable refusal) {
      return account(refusal)
          .append(BodyField.ASKED, new BsonInt64(refusal.asked().minor()))
          .append(Field.CURRENCY, new BsonString(refusal.asked().currency().getCurrencyCode()));
    }

    @Override
    public BsonDocument ceilingReached(CeilingReached refusal) {
      figures(account(refusal), Field.RECEIVABLE, refusal.receivable(), refusal.asked());
      return document;
    }

    @Override
    public BsonDocument accountCorrupt(AccountCorrupt refusal) {
      return account(refusal).append(BodyField.FAULT, new BsonString(refusal.fault()));
    }

    @Override
    public BsonDocument accountBusy(AccountBusy refusal) {
      return account(refusal).append(BodyField.HOLDS, new BsonInt64(refusal.holds()));
    }

    @Override
    public BsonDocument foreignHold(ForeignHold refusal) {
      return account(refusal)
          .append(HoldField.ID, new BsonString(refusal.transaction().value()))
          .append(HoldField.EPOCH, new BsonInt64(refusal.epoch().value()))
          .append(
              OperationDocuments.amountField(refusal.held().direction()),
              new BsonInt64(refusal.held().amount().minor()))
          .append(Field.CURRENCY, OperationDocuments.currency(refusal.held()));
    }

    private BsonDocument account(HoldRefusal refusal) {
      return document.append(Field.ACCOUNT, new BsonString(refusal.account().value()));
    }
  }

  private static void figures(BsonDocument document, String name, Money there, Money asked) {
    if (!there.currency().equals(asked.currency())) {
      throw new IllegalStateException(name + " is " + there + ", " + asked + " asked");
    }
    document.append(name, new BsonInt64(there.minor()));
    document.append(BodyField.ASKED, new BsonInt64(asked.minor()));
    document.append(Field.CURRENCY, new BsonString(asked.currency().getCurrencyCode()));
  }

  /** The reason that a document is. */
  public static CancelReason read(Fields reason) {
    String kind = reason.text(Field.KIND);
    return switch (kind) {
      case CancelReason.Requested.KIND -> new CancelReason.Requested(reason.text(Field.TEXT));
      case CancelReason.Recovered.KIND -> new CancelReason.Recovered();
      case CancelReason.NeverBegun.KIND -> new CancelReason.NeverBegun();
      case CancelReason.Expired.KIND -> new CancelReason.Expired(reason.instant(Field.EXPIRES_AT));
      default ->
          reason.has(BodyField.DOCUMENT)
              ? new CancelReason.DocumentRefused(DocumentReasons.read(kind, reason))
              : new CancelReason.Refused(refusal(kind, reason));
    };
  }

  private static HoldRefusal refusal(String kind, Fields reason) {
    AccountId account = reason.parsed(Field.ACCOUNT, AccountId::parse);
    return switch (kind) {
      case NoSuchAccount.KIND -> new NoSuchAccount(account);
      case AccountFrozen.KIND -> new AccountFrozen(account);
      case AccountClosed.KIND -> new AccountClosed(account);
      case CurrencyMismatch.KIND ->
          new CurrencyMismatch(
              account, reason.currency(BodyField.KEPT), reason.currency(BodyField.ASKED));
      case InsufficientFunds.KIND ->
          new InsufficientFunds(
              account, money(reason, Field.AVAILABLE), money(reason, BodyField.ASKED));
      case NothingAvailable.KIND -> new NothingAvailable(account, money(reason, BodyField.ASKED));
      case CeilingReached.KIND ->
          new CeilingReached(
              account, money(reason, Field.RECEIVABLE), money(reason, BodyField.ASKED));
      case AccountBusy.KIND -> new AccountBusy(account, holds(reason));
      case ForeignHold.KIND -> foreignHold(account, reason);
      case AccountCorrupt.KIND -> new AccountCorrupt(account, reason.text(BodyField.FAULT));
      default -> throw reason.fault(Field.KIND, "is '" + kind + "', which is no reason");
    };
  }

  private static ForeignHold foreignHold(AccountId account, Fields reason) {
    long epoch = reason.int64(HoldField.EPOCH);
    if (epoch < Epoch.FIRST.value()) {
      throw reason.fault(HoldField.EPOCH, "is " + epoch + ", below " + Epoch.FIRST);
    }
    return new ForeignHold(
        reason.parsed(HoldField.ID, TransactionId::parse),
        new Epoch(epoch),
        OperationDocuments.leg(reason, account, reason.currency(Field.CURRENCY)));
  }

  private static int holds(Fields reason) {
    long holds = reason.int64(BodyField.HOLDS);
    if (holds < 0 || holds > Integer.MAX_VALUE) {
      throw reason.fault(BodyField.HOLDS, "is " + holds + ", which is no number of holds");
    }
    return (int) holds;
  }

  private static Money money(Fields reason, String name) {
    return new Money(reason.int64(name), reason.currency(Field.CURRENCY));
  }
}
