package io.twophase.domain.authorization;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An authorization is not captured, not approved or not voided. Nothing was changed.
 *
 * <p>Then: correct the request.
 */
public sealed interface AuthorizationRefusal extends Reason {

  /**
   * The transaction was not asked for as an authorization.
   *
   * <p>Then: cancel or reverse it.
   */
  @Line("%s is no authorization")
  record NotAnAuthorization(TransactionId transaction) implements AuthorizationRefusal {}

  /**
   * The authorization ended long ago, and retention has left a receipt of it.
   *
   * <p>Then: tx show says how it ended.
   *
   * @param applied whether it happened, or was canceled
   */
  record RecordRemoved(TransactionId transaction, boolean applied) implements AuthorizationRefusal {
    @Override
    public String message() {
      String end = applied ? "applied" : "canceled";
      return transaction + " is " + end + ", and its record was removed since";
    }
  }

  /**
   * Not all of the authorization is held yet. A void cancels it.
   *
   * <p>Then: ask again.
   */
  @Line("%s is not authorized yet: not all of it is held")
  record NotYetAuthorized(TransactionId transaction) implements AuthorizationRefusal {}

  /**
   * The authorization is captured, with other amounts than asked; the refusal has them.
   *
   * <p>Then: reverse it.
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
      String lead = transaction + " is captured already" + (captured.isEmpty() ? "" : ": ");
      return captured.stream()
          .map(AlreadyCaptured::words)
          .collect(Collectors.joining(", ", lead, ""));
    }

    private static String words(AccountOperation operation) {
      String direction = operation.direction().name().toLowerCase(Locale.ROOT);
      return direction + " " + operation.amount() + " account " + operation.account();
    }
  }

  /**
   * Too few approvers have approved the authorization so far.
   *
   * <p>Then: have it approved, and ask again.
   *
   * @param transaction the authorization
   * @param required how many it needs
   * @param given who has approved it
   * @param missing who may still approve it
   */
  record NotApproved(
      TransactionId transaction, int required, List<ApproverName> given, List<ApproverName> missing)
      implements AuthorizationRefusal {
    @Override
    public String message() {
      return "%s has %s of %s approvals; these may approve it: %s"
          .formatted(transaction, given.size(), required, ApproverName.list(missing));
    }
  }

  /**
   * The authorization does not name this approver.
   *
   * @param transaction the authorization
   * @param approver who would approve it
   * @param named who may; empty if nobody has to
   */
  record NoSuchApprover(TransactionId transaction, ApproverName approver, List<ApproverName> named)
      implements AuthorizationRefusal {
    @Override
    public String message() {
      return (named.isEmpty()
              ? "'%s' is no approver of %s, which nobody has to approve"
              : "'%s' is no approver of %s, which names %s")
          .formatted(approver, transaction, ApproverName.list(named));
    }
  }

  /**
   * The authorization holds documents alone, and an amount is asked.
   *
   * <p>Then: capture it in full.
   */
  @Line("no money is held, %s asked")
  record NoMoneyHeld(Money asked) implements AuthorizationRefusal {}

  /** The authorization holds nothing of this account. */
  @Line("account %s is none of the authorization")
  record AccountNotHeld(AccountId account) implements AuthorizationRefusal {}

  /** The authorization holds another currency of this account. */
  @Line("account %s: held in %s, %s asked")
  record OtherCurrency(AccountId account, Currency held, Currency asked)
      implements AuthorizationRefusal {}

  /**
   * The amount is zero or below.
   *
   * <p>Then: void the authorization.
   */
  @Line("account %s: to capture %s: it must be above zero")
  record NothingToCapture(AccountId account, Money asked) implements AuthorizationRefusal {}

  /** The request asks for more than is held. */
  @Line("account %s: %s is held, %s asked")
  record MoreThanHeld(AccountId account, Money held, Money asked) implements AuthorizationRefusal {}

  /**
   * In one currency, the captured debits and credits do not add up to the same amount.
   *
   * @param currency the first currency in which they do
   * @param debits what would leave, in its minor units
   * @param credits what would arrive, in its minor units
   */
  record UnbalancedCapture(Currency currency, BigInteger debits, BigInteger credits)
      implements AuthorizationRefusal {
    @Override
    public String message() {
      return "captured debits of %s and credits of %s %s differ"
          .formatted(
              Money.toDecimal(debits, currency), Money.toDecimal(credits, currency), currency);
    }
  }

  /**
   * Somebody has voided the authorization; the refusal has the reason.
   *
   * <p>Then: authorize under a new id.
   */
  record Voided(TransactionId id, String reason) implements AuthorizationRefusal {

    @Override
    public String message() {
      return reason.isEmpty() ? id + " is voided" : id + " is voided: " + reason;
    }
  }

  /**
   * The authorization expired, and was voided for that.
   *
   * <p>Then: authorize under a new id.
   */
  @Line("%s expired at %s and is voided")
  record Expired(TransactionId id, Instant expiresAt) implements AuthorizationRefusal {}

  /**
   * The transaction was refused before all of it was held.
   *
   * <p>Then: read the reason, and authorize under a new id.
   */
  record NeverAuthorized(TransactionId id, Reason reason) implements AuthorizationRefusal {

    @Override
    public String message() {
      return id + " was never authorized: " + reason.message();
    }
  }

  /** There is no such transaction. */
  @Line("there is no transaction %s")
  record NotFound(TransactionId id) implements AuthorizationRefusal {}
}
