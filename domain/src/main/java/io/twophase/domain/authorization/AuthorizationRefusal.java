package io.twophase.domain.authorization;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Why an authorization is not captured, not approved or not voided. Nothing was changed. */
public sealed interface AuthorizationRefusal extends Reason {

  /**
   * The transaction was not asked for as an authorization: it has nothing to capture or approve.
   */
  record NotAnAuthorization(TransactionId transaction) implements AuthorizationRefusal {
    @Override
    public String message() {
      return transaction + " is no authorization";
    }
  }

  /**
   * It ended long ago, and retention has removed its record: what it held, and what was captured,
   * is not known any more. So nothing can be decided of it, or told again.
   *
   * @param applied whether it happened, or was canceled
   */
  record RecordRemoved(TransactionId transaction, boolean applied) implements AuthorizationRefusal {
    @Override
    public String message() {
      return transaction
          + " is "
          + (applied ? "applied" : "canceled")
          + ", and its record was removed since";
    }
  }

  /** It is not all held yet, and may still be refused. Asked again, it may be. */
  record NotYetAuthorized(TransactionId transaction) implements AuthorizationRefusal {
    @Override
    public String message() {
      return transaction + " is not authorized yet: not all of it is held";
    }
  }

  /**
   * It is captured, with other amounts than asked, or approved too late. A reversal gives back what
   * was captured.
   *
   * @param transaction the authorization
   * @param captured what its capture moves: each debit and credit, of the amount captured
   */
  record AlreadyCaptured(TransactionId transaction, List<AccountOperation> captured)
      implements AuthorizationRefusal {
    /** The lists do not change. */
    public AlreadyCaptured {
      captured = List.copyOf(captured);
    }

    @Override
    public String message() {
      return captured.stream()
          .map(AlreadyCaptured::words)
          .collect(Collectors.joining(", ", transaction + " is captured already: ", ""));
    }

    private static String words(AccountOperation operation) {
      return operation.direction().name().toLowerCase(Locale.ROOT)
          + " "
          + operation.amount()
          + " account "
          + operation.account();
    }
  }

  /**
   * Too few have approved it so far.
   *
   * @param transaction the authorization
   * @param required how many it needs
   * @param given who has approved it
   * @param missing who may still approve it
   */
  record NotApproved(
      TransactionId transaction, int required, List<ApproverName> given, List<ApproverName> missing)
      implements AuthorizationRefusal {
    /** The lists do not change. */
    public NotApproved {
      given = List.copyOf(given);
      missing = List.copyOf(missing);
    }

    @Override
    public String message() {
      return transaction
          + " has "
          + given.size()
          + " of "
          + required
          + " approvals; these may approve it: "
          + ApproverName.list(missing);
    }
  }

  /**
   * It does not name this approver.
   *
   * @param transaction the authorization
   * @param approver who would approve it
   * @param named who may; empty if nobody has to
   */
  record NoSuchApprover(TransactionId transaction, ApproverName approver, List<ApproverName> named)
      implements AuthorizationRefusal {
    /** The lists do not change. */
    public NoSuchApprover {
      named = List.copyOf(named);
    }

    @Override
    public String message() {
      return "'"
          + approver
          + "' is no approver of "
          + transaction
          + (named.isEmpty()
              ? ", which nobody has to approve"
              : ", which names " + ApproverName.list(named));
    }
  }

  /** The authorization holds nothing of this account. */
  record AccountNotHeld(AccountId account) implements AuthorizationRefusal {
    @Override
    public String message() {
      return "account " + account + " is none of the authorization";
    }
  }

  /** What is held of an account is of another currency. */
  record OtherCurrency(AccountId account, Currency held, Currency asked)
      implements AuthorizationRefusal {
    @Override
    public String message() {
      return "account " + account + ": held in " + held + ", " + asked + " asked";
    }
  }

  /** The amount is zero or below. Void the authorization to capture nothing. */
  record NothingToCapture(AccountId account, Money asked) implements AuthorizationRefusal {
    @Override
    public String message() {
      return "account " + account + ": to capture " + asked + ": it must be above zero";
    }
  }

  /** More is asked than is held. */
  record MoreThanHeld(AccountId account, Money held, Money asked) implements AuthorizationRefusal {
    @Override
    public String message() {
      return "account " + account + ": " + held + " is held, " + asked + " asked";
    }
  }

  /**
   * What would leave and what would arrive differ: money would be made or lost.
   *
   * @param currency the first currency in which they do
   * @param debits what would leave, in its minor units
   * @param credits what would arrive, in its minor units
   */
  record UnbalancedCapture(Currency currency, BigInteger debits, BigInteger credits)
      implements AuthorizationRefusal {
    @Override
    public String message() {
      return "captured debits of "
          + Money.toDecimal(debits, currency)
          + " and credits of "
          + Money.toDecimal(credits, currency)
          + " "
          + currency
          + " differ";
    }
  }

  /** Somebody has voided it, for that reason. */
  record Voided(TransactionId id, String reason) implements AuthorizationRefusal {

    @Override
    public String message() {
      return reason.isEmpty() ? id + " is voided" : id + " is voided: " + reason;
    }
  }

  /** It had expired, and somebody has voided it for that. */
  record Expired(TransactionId id, Instant expiresAt) implements AuthorizationRefusal {

    @Override
    public String message() {
      return id + " expired at " + expiresAt + " and is voided";
    }
  }

  /** It was refused before all of it was held. */
  record NeverAuthorized(TransactionId id, Reason reason) implements AuthorizationRefusal {

    @Override
    public String message() {
      return id + " was never authorized: " + reason.message();
    }
  }

  /** There is no such transaction. */
  record NotFound(TransactionId id) implements AuthorizationRefusal {

    @Override
    public String message() {
      return "there is no transaction " + id;
    }
  }
}
