package io.twophase.app.authorization;

import io.twophase.app.engine.Engine;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.Request;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Holds transactions first, and captures or voids them later: by any process, after days if need
 * be. One of capture and void wins, and whoever asks for the other is told which. Every request is
 * idempotent: the same again has the same answer. Where an answer is unknown, asking again resolves
 * it. Thread-safe.
 *
 * <p>Each method throws {@link io.twophase.ports.StoreUnavailableException} if the store cannot be
 * reached and nothing was sent to it.
 */
public final class Authorizations {

  private final Engine engine;
  private final TransactionRepository transactions;
  private final CallerGuard guard;
  private final AuthorizationListener listener;

  /**
   * Authorizations by {@code engine}.
   *
   * @param guard is asked before anything is written
   * @param listener is notified of each answer
   */
  public Authorizations(
      Engine engine,
      TransactionRepository transactions,
      CallerGuard guard,
      AuthorizationListener listener) {
    this.listener = listener;
    this.guard = guard;
    this.engine = engine;
    this.transactions = transactions;
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
                refusal ->
                    new AuthorizeOutcome.Refused(request.id(), new Refusal.Invalid(refusal), true),
                this::authorize);
    listener.authorizeEnded(outcome);
    return outcome;
  }

  private AuthorizeOutcome authorize(NewTransaction body) {
    return engine.resultOf(body.id(), new Goal.Run(body)).fold(new AuthorizeAnswer(body));
  }

  /**
   * Decides that an authorization happens, with all that is held. After it has expired, too, until
   * somebody has voided it.
   */
  public CaptureOutcome capture(TransactionId id) {
    return capture(id, CaptureRequest.inFull());
  }

  /**
   * The same with less: of each debit and each credit this amount, and what is done to documents in
   * whole. The rest is given back. It is for transfers; of more accounts, one says the amount of
   * each.
   */
  public CaptureOutcome captureInPart(TransactionId id, Money amount) {
    Objects.requireNonNull(amount, "amount");
    return capture(id, new CaptureRequest.OfEach(amount));
  }

  /**
   * The same with an amount of each account that is named, and of all others what is held. In each
   * currency, what leaves is what arrives.
   */
  public CaptureOutcome captureInPart(TransactionId id, Map<AccountId, Money> amounts) {
    Objects.requireNonNull(amounts, "amounts");
    return capture(id, new CaptureRequest.ByAccount(amounts));
  }

  private CaptureOutcome capture(TransactionId id, CaptureRequest amounts) {
    Objects.requireNonNull(id, "id");
    guard.check();
    CaptureOutcome outcome =
        engine
            .resultOf(id, new Goal.OnAuthorization(new AuthorizationRequest.Capture(amounts)))
            .fold(new CaptureAnswer(id));
    listener.captureEnded(outcome);
    return outcome;
  }

  /**
   * Notes that somebody approves an authorization. An approval is never taken back. Whether the
   * caller is who the name says is for the host to know.
   */
  public ApproveOutcome approve(TransactionId id, ApproverName approver) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(approver, "approver");
    guard.check();
    ApproveOutcome outcome =
        engine
            .resultOf(id, new Goal.OnAuthorization(new AuthorizationRequest.Approve(approver)))
            .fold(new ApproveAnswer(id));
    listener.approveEnded(outcome);
    return outcome;
  }

  /**
   * Decides that an authorization does not happen, and gives back what it holds. One that is not
   * authorized yet is canceled.
   *
   * @param reason for people; may be empty
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
    TransactionLookup read = find(id);
    // it may have been begun after what was read
    TransactionLookup known =
        read instanceof TransactionLookup.Absent ? transactions.findLatest(id) : read;
    return known.fold(
        found ->
            found.record().body().authorization().isEmpty()
                ? refused(id, new AuthorizationRefusal.NotAnAuthorization(id))
                : engine
                    .resultOf(id, new Goal.Cancel(new CancelReason.Requested(reason)))
                    .fold(new VoidAnswer(id, () -> find(id))),
        absent -> new VoidOutcome.Refused(id, new DecisionRefusal.NotFound(id)),
        unreadable ->
            new VoidOutcome.Unknown(id, "its record cannot be read: " + unreadable.fault()),
        removed ->
            refused(id, new AuthorizationRefusal.RecordRemoved(id, removed.receipt().isApplied())));
  }

  private static VoidOutcome refused(TransactionId id, AuthorizationRefusal refusal) {
    return new VoidOutcome.Refused(id, new DecisionRefusal.ByRule(refusal));
  }

  /**
   * The authorizations that have expired and that nobody has voided yet, those first that expired
   * first, then by id. Recovery voids them; until then they can be captured.
   *
   * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
   * @throws IllegalArgumentException if the limit is out of range
   */
  public List<TransactionLookup> overdue(int limit) {
    return transactions.overdue(limit);
  }

  private TransactionLookup find(TransactionId id) {
    return transactions.find(List.of(id)).get(0);
  }
}
