package io.twophase.app.authorization;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.transfer.Request;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Holds transactions first, and captures or voids them later: by any process, after days if need
 * be. One of capture and void wins, and whoever asks for the other is told which. Every request is
 * idempotent: the same again has the same answer. If an answer is unknown, asking again resolves
 * it. Thread-safe.
 *
 * <p>Each method throws {@link io.twophase.ports.StoreUnavailableException} if the store cannot be
 * reached and nothing was sent to it.
 */
@CheckReturnValue
public final class Authorizations {

  private static final Set<Result.Kind> REFUSALS =
      Set.of(Result.Kind.CANCELED, Result.Kind.REFUSED, Result.Kind.NOT_FOUND);

  private final Engine engine;
  private final Records records;
  private final CallerGuard guard;
  private final AuthorizationListener listener;

  /**
   * Authorizations by {@code engine}.
   *
   * @param guard is asked before anything is written
   * @param listener is notified of each answer
   */
  public Authorizations(
      Engine engine, Records records, CallerGuard guard, AuthorizationListener listener) {
    this.engine = engine;
    this.records = records;
    this.guard = guard;
    this.listener = listener;
  }

  /**
   * Holds all that a transaction is for, and lets it wait for its capture. Its holds on accounts
   * keep nobody out; those on documents keep others out for as long as it waits. Idempotent by the
   * request's id, its operations and the terms.
   *
   * @param request a transfer, or a transaction of any operations
   * @param terms how long it may wait, and who has to approve it
   */
  public AuthorizeOutcome authorize(Request request, AuthorizationTerms terms) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(terms, "terms");
    guard.check();
    AuthorizeOutcome outcome =
        request
            .transaction()
            .flatMap(body -> body.authorizedUnder(terms).askedAsAuthorization())
            .fold(
                refusal -> new AuthorizeOutcome.Refused(request.id(), refusal, true),
                this::authorize);
    listener.authorizeEnded(outcome);
    return outcome;
  }

  private AuthorizeOutcome authorize(NewTransaction body) {
    TransactionId id = body.id();
    Result result = engine.resultOf(body);
    if (result.kind() == Result.Kind.APPLIED) {
      return new AuthorizeOutcome.Captured(id);
    }
    if (result.kind() == Result.Kind.ID_REUSED) {
      return new AuthorizeOutcome.Refused(id, Refusal.IdReused.by(result.seen(), body), true);
    }
    return answer(
        result,
        Result.Kind.AUTHORIZED,
        Set.of(Result.Kind.CANCELED),
        () -> authorized(result.seen().orElseThrow()),
        () ->
            new AuthorizeOutcome.Refused(
                id, result.reason().orElseThrow().said(), result.isFinished()),
        why -> new AuthorizeOutcome.Unknown(id, why));
  }

  private static AuthorizeOutcome authorized(Transaction seen) {
    return new AuthorizeOutcome.Authorized(
        seen.id(), seen.expiresAt().orElseThrow(), seen.progress().approvals());
  }

  /**
   * Decides that an authorization happens, with all that is held. After it has expired, too, until
   * somebody has voided it.
   */
  public CaptureOutcome capture(TransactionId id) {
    return capture(id, CaptureRequest.inFull());
  }

  /**
   * Decides the same with less: of each debit and each credit this amount, and what is done to
   * documents in whole. The rest is given back. It is for transfers; of more accounts, one says the
   * amount of each.
   */
  public CaptureOutcome captureInPart(TransactionId id, Money amount) {
    Objects.requireNonNull(amount, "amount");
    return capture(id, new CaptureRequest.OfEach(amount));
  }

  /**
   * Decides the same with an amount of each account that is named, and of all others what is held.
   * In each currency, what leaves is what arrives.
   */
  public CaptureOutcome captureInPart(TransactionId id, Map<AccountId, Money> amounts) {
    Objects.requireNonNull(amounts, "amounts");
    return capture(id, new CaptureRequest.ByAccount(amounts));
  }

  private CaptureOutcome capture(TransactionId id, CaptureRequest amounts) {
    Objects.requireNonNull(id, "id");
    guard.check();
    Result result = engine.resultOf(id, named -> Goal.capture(named, amounts));
    CaptureOutcome outcome =
        answer(
            result,
            Result.Kind.APPLIED,
            REFUSALS,
            () -> new CaptureOutcome.Captured(id, result.isFinished()),
            () -> new CaptureOutcome.Refused(id, why(id, result)),
            why -> new CaptureOutcome.Unknown(id, why));
    listener.captureEnded(outcome);
    return outcome;
  }

  /**
   * Notes that somebody approves an authorization. An approval is never taken back. The host has to
   * know whether the caller is who the name says.
   */
  public ApproveOutcome approve(TransactionId id, ApproverName approver) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(approver, "approver");
    guard.check();
    Result result = engine.resultOf(id, named -> Goal.approve(named, approver));
    ApproveOutcome outcome =
        answer(
            result,
            Result.Kind.AUTHORIZED,
            REFUSALS,
            () -> approved(result.seen().orElseThrow()),
            () -> new ApproveOutcome.Refused(id, why(id, result)),
            why -> new ApproveOutcome.Unknown(id, why));
    listener.approveEnded(outcome);
    return outcome;
  }

  private static ApproveOutcome approved(Transaction seen) {
    return new ApproveOutcome.Approved(
        seen.id(),
        seen.progress().approvals(),
        seen.body().authorization().orElseThrow().requiredApprovals());
  }

  /**
   * Decides that an authorization does not happen, and gives back what it holds. One that is not
   * authorized yet is canceled.
   *
   * @param reason for people; may be empty. {@link io.twophase.domain.Reason#cut} says how much of
   *     it is kept
   */
  public VoidOutcome voidAuthorization(TransactionId id, String reason) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(reason, "reason");
    guard.check();
    VoidOutcome outcome = voided(id, reason);
    listener.voidEnded(outcome);
    return outcome;
  }

  private VoidOutcome voided(TransactionId id, String reason) {
    if (id.isReserved()) {
      return notVoided(id, Lookup.absent(id.value()));
    }
    Lookup read = find(id);
    // it may have been begun after what was read
    Lookup known = read.kind() == Lookup.Kind.ABSENT ? records.findLatest(id) : read;
    return known.body().filter(body -> body.authorization().isEmpty()).isPresent()
        ? new VoidOutcome.Refused(id, new AuthorizationRefusal.NotAnAuthorization(id))
        : known.kind() == Lookup.Kind.FOUND ? canceled(id, reason) : notVoided(id, known);
  }

  private VoidOutcome canceled(TransactionId id, String reason) {
    Result result = engine.resultOf(id, named -> Goal.cancel(named, reason));
    // what was captured does not change any more, so it is read again
    return result.kind() == Result.Kind.ALREADY_DECIDED
        ? notVoided(id, find(id))
        : answer(
            result,
            Result.Kind.CANCELED,
            REFUSALS,
            () ->
                new VoidOutcome.Voided(
                    id, result.reason().orElseThrow().said(), result.isFinished()),
            () -> new VoidOutcome.Refused(id, why(id, result)),
            why -> new VoidOutcome.Unknown(id, why));
  }

  /**
   * The answer to a decision: it is as {@code wanted}, refused, or not known.
   *
   * @param refusals the kinds of results that refuse such a request
   * @throws IllegalStateException if no such request can end as the result says
   */
  static <T> T answer(
      Result result,
      Result.Kind wanted,
      Set<Result.Kind> refusals,
      Supplier<? extends T> done,
      Supplier<? extends T> refused,
      Function<String, ? extends T> unknown) {
    if (result.kind() == wanted) {
      return done.get();
    }
    return refusals.contains(result.kind())
        ? refused.get()
        : unknown.apply(UnknownReasons.words(result));
  }

  private static AuthorizationRefusal why(TransactionId id, Result result) {
    return result
        .reason()
        .map(reason -> why(id, reason))
        .or(result::refusal)
        .orElseGet(() -> new AuthorizationRefusal.NotFound(id));
  }

  /** Returns what one is told who comes after a void. */
  private static AuthorizationRefusal why(TransactionId id, CancelReason reason) {
    if (reason instanceof CancelReason.Requested requested) {
      return new AuthorizationRefusal.Voided(id, requested.text());
    }
    return reason instanceof CancelReason.Expired expired
        ? new AuthorizationRefusal.Expired(id, expired.expiresAt())
        : new AuthorizationRefusal.NeverAuthorized(id, reason.said());
  }

  private static VoidOutcome notVoided(TransactionId id, Lookup read) {
    return switch (read.kind()) {
      case FOUND ->
          new VoidOutcome.Refused(
              id,
              new AuthorizationRefusal.AlreadyCaptured(
                  id, read.transaction().orElseThrow().capturedOperations()));
      case ABSENT -> new VoidOutcome.Refused(id, new AuthorizationRefusal.NotFound(id));
      case UNREADABLE ->
          new VoidOutcome.Unknown(id, "its record cannot be read: " + read.fault().orElseThrow());
      case REMOVED ->
          new VoidOutcome.Refused(
              id,
              new AuthorizationRefusal.RecordRemoved(id, read.receipt().orElseThrow().isApplied()));
    };
  }

  /**
   * The authorizations that have expired and that nobody has voided yet, those first that expired
   * first, then by id. Recovery voids them; until then they can be captured.
   *
   * @param limit at most so many, 1 to {@link RecordQuery#MAX_LIMIT}
   * @throws IllegalArgumentException if the limit is out of range
   */
  public List<TransactionLookup> overdue(int limit) {
    return list(RecordQuery.overdue(limit));
  }

  /**
   * The authorizations that {@code query} asks for, those first that expire first, then by id.
   *
   * @param query {@link RecordQuery#authorized} or {@link RecordQuery#overdue}
   * @throws IllegalArgumentException if the query is of another kind
   */
  public List<TransactionLookup> list(RecordQuery query) {
    if (Objects.requireNonNull(query, "query").kind() != RecordQuery.Kind.AUTHORIZED) {
      throw new IllegalArgumentException("not authorizations, but " + query.kind());
    }
    return records.list(query).stream().map(TransactionLookup::of).toList();
  }

  private Lookup find(TransactionId id) {
    return records.findMembers(List.of(id)).get(0);
  }

  /**
   * Is notified of what was answered to requests of authorizations, after the fact, on the thread
   * that asked. An answer that finds a decision of before is told, too. Must not throw.
   */
  public interface AuthorizationListener {

    /**
     * A transaction was asked to be held: it is authorized, captured before, refused or unknown.
     */
    default void authorizeEnded(AuthorizeOutcome outcome) {}

    /** A capture was asked for, which decides that the transaction happens. */
    default void captureEnded(CaptureOutcome outcome) {}

    /** An approval was given. */
    default void approveEnded(ApproveOutcome outcome) {}

    /** A void was asked for, which decides that the transaction does not happen. */
    default void voidEnded(VoidOutcome outcome) {}
  }
}
