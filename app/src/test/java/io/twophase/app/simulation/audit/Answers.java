package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.TransactionRefusal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Remembers what anybody was answered, and demands that it was true and stays so. */
public final class Answers {

  private record Verdict(boolean applied, String reason) {}

  private static final Verdict APPLIED = new Verdict(true, "");

  private final RecordWatch records;
  private final Tally tally;
  private final Map<String, Verdict> verdicts = new TreeMap<>();
  private final Set<String> invalid = new HashSet<>();
  private final Set<String> unknown = new HashSet<>();

  Answers(RecordWatch records, Tally tally) {
    this.records = records;
    this.tally = tally;
  }

  /** Of a transfer that was asked for. */
  public void received(TransactionOutcome outcome) {
    String id = outcome.id().value();
    if (records.isRemoved(id)) {
      tally.count("answers: of what was removed");
    }
    if (outcome instanceof TransactionOutcome.Applied applied) {
      tally.count("answers: applied");
      applied(id, applied.finished());
      demand(
          applied.moved().map(moved -> records.movedBy(id).contains(moved.minor())).orElse(true),
          id,
          "was answered",
          applied);
    } else if (outcome instanceof TransactionOutcome.Refused refused) {
      tally.count("answers: refused, " + refused.reason().kind());
      refused(id, refused.reason(), refused.finished());
    } else {
      tally.count("answers: unknown");
      unanswered(id);
    }
  }

  private void refused(String id, Refusal refusal, boolean finished) {
    if (refusal instanceof CancelReason reason) {
      canceled(id, reason, finished);
    } else if (refusal instanceof TransactionRefusal) {
      invalid.add(id);
      unknown.remove(id);
    } else {
      demand(false, id, "was answered", refusal.message());
    }
  }

  /** Of a transfer that was to be stored for anybody. */
  public void received(String id, EnqueueOutcome outcome) {
    tally.count("enqueued: " + outcome.getClass().getSimpleName());
    if (outcome instanceof EnqueueOutcome.Enqueued) {
      demand(records.find(id).isPresent(), id, "was answered enqueued, and has no record");
    } else if (outcome instanceof EnqueueOutcome.Refused refused) {
      refused(id, refused.reason(), true);
    }
  }

  /** Of a cancel that was asked for. */
  public void received(String id, CancelOutcome outcome) {
    tally.count("cancels: " + outcome.getClass().getSimpleName());
    if (outcome instanceof CancelOutcome.Canceled canceled) {
      canceled(id, canceled.reason(), canceled.finished());
    } else if (outcome instanceof CancelOutcome.AlreadyDecided) {
      applied(id, false);
    }
  }

  /** Of a reversal that was asked for; answers whether it is certain. */
  public boolean received(String id, ReverseOutcome outcome) {
    if (outcome instanceof ReverseOutcome.Reversed reversed) {
      applied(id, true);
      applied(reversed.reversal().value(), false);
    } else if (outcome instanceof ReverseOutcome.Refused refused) {
      applied(id, true);
      refused(refused.reversal().value(), refused.reason(), false);
    } else if (outcome instanceof ReverseOutcome.NotReversed none) {
      tally.count("reversals: " + none.reason().kind());
      if (none.reason() instanceof Reversal.Refusal.NothingMoved) {
        boolean isOfMoney =
            records.find(id).filter(it -> !it.accountOperations().isEmpty()).isPresent();
        demand(
            !isOfMoney || isOneOf(id, State.CANCELING, State.CANCELED),
            id,
            "was said to have moved nothing");
      }
    }
    return !(outcome instanceof ReverseOutcome.Unknown);
  }

  /** Of what recovery did. */
  public void received(Recovered outcome) {
    tally.count("recovery: " + outcome.getClass().getSimpleName());
    if (outcome.id().startsWith(TransactionId.BATCH_PREFIX)) {
      // its members are seen one by one
      return;
    }
    if (outcome instanceof Recovered.Authorized) {
      demandWasAuthorized(outcome.id());
    } else if (outcome instanceof Recovered.Done done) {
      applied(done.id(), true);
    } else if (outcome instanceof Recovered.Canceled canceled) {
      canceled(canceled.id(), canceled.reason(), true);
    }
    demand(!(outcome instanceof Recovered.Unreadable), outcome.id(), "is unreadable");
  }

  /** Of an authorization that was asked for. */
  public void received(AuthorizeOutcome outcome) {
    tally.count("authorized: " + outcome.getClass().getSimpleName());
    if (outcome instanceof AuthorizeOutcome.Authorized authorized) {
      String id = authorized.id().value();
      demandWasAuthorized(id);
      demandApprovedBy(id, authorized.approvals());
      unknown.remove(id);
    } else if (outcome instanceof AuthorizeOutcome.Captured captured) {
      applied(captured.id().value(), false);
    } else if (outcome instanceof AuthorizeOutcome.Refused refused) {
      refused(refused.id().value(), refused.reason(), refused.finished());
    } else if (outcome instanceof AuthorizeOutcome.Unknown missing) {
      unanswered(missing.id().value());
    }
  }

  /** Of a capture of so much of each operation. */
  public void received(String id, CaptureOutcome outcome, List<Long> amounts) {
    if (outcome instanceof CaptureOutcome.Captured captured) {
      tally.count("captures: Captured");
      applied(id, captured.finished());
      demand(records.movedBy(id).equals(amounts), id, "was answered captured:", amounts);
    } else if (outcome instanceof CaptureOutcome.Refused refused) {
      tally.count("captures: refused, " + refused.reason().kind());
      received(id, refused.reason());
      demand(
          !isAlreadyCaptured(refused.reason()) || !records.movedBy(id).equals(amounts),
          id,
          "was refused as captured otherwise");
    } else {
      tally.count("captures: unknown");
    }
  }

  /** Of an approval. */
  public void received(String id, ApproveOutcome outcome, ApproverName approver) {
    if (outcome instanceof ApproveOutcome.Approved approved) {
      tally.count("approvals: Approved");
      demand(approved.approvals().contains(approver), id, "was approved by others:", approved);
      demandApprovedBy(id, approved.approvals());
    } else if (outcome instanceof ApproveOutcome.Refused refused) {
      tally.count("approvals: refused, " + refused.reason().kind());
      received(id, refused.reason());
    } else {
      tally.count("approvals: unknown");
    }
  }

  /** Of a void. */
  public void received(String id, VoidOutcome outcome) {
    if (outcome instanceof VoidOutcome.Voided voided) {
      tally.count("voids: Voided");
      canceled(id, voided.reason(), voided.finished());
    } else if (outcome instanceof VoidOutcome.Refused refused) {
      tally.count("voids: refused, " + refused.reason().kind());
      received(id, refused.reason());
    } else {
      tally.count("voids: unknown");
    }
  }

  /** Whoever comes too late is told what was decided. */
  private void received(String id, AuthorizationRefusal refusal) {
    if (isAlreadyCaptured(refusal)) {
      applied(id, false);
    } else if (refusal instanceof AuthorizationRefusal.Voided
        || refusal instanceof AuthorizationRefusal.Expired
        || refusal instanceof AuthorizationRefusal.NeverAuthorized) {
      demand(isOneOf(id, State.CANCELING, State.CANCELED), id, "was answered", refusal);
    }
  }

  private static boolean isAlreadyCaptured(AuthorizationRefusal refusal) {
    return refusal instanceof AuthorizationRefusal.AlreadyCaptured;
  }

  private void demandWasAuthorized(String id) {
    demand(
        records.find(id).filter(record -> record.timeline().authorizedAt().isPresent()).isPresent(),
        id,
        "was answered authorized, and is",
        records.find(id));
  }

  private void demandApprovedBy(String id, List<ApproverName> approvals) {
    demand(
        records
            .find(id)
            .filter(record -> record.progress().approvals().containsAll(approvals))
            .isPresent(),
        id,
        "was answered approved by",
        approvals,
        records.find(id));
  }

  /** It was asked for, and there was no answer. */
  public void unanswered(String id) {
    if (!isCertain(id)) {
      unknown.add(id);
    }
  }

  public boolean isCertain(String id) {
    return verdicts.containsKey(id) || invalid.contains(id);
  }

  private void applied(String id, boolean finished) {
    answered(id, APPLIED);
    boolean so = finished ? isOneOf(id, State.DONE) : isOneOf(id, State.APPLIED, State.DONE);
    demand(so, id, "was answered applied, finished:", finished, records.find(id));
  }

  private void canceled(String id, CancelReason reason, boolean finished) {
    answered(id, new Verdict(false, reason.message()));
    boolean so =
        finished ? isOneOf(id, State.CANCELED) : isOneOf(id, State.CANCELING, State.CANCELED);
    demand(so, id, "was answered refused, finished:", finished, records.find(id));
    boolean isSame =
        records
            .find(id)
            .orElseThrow()
            .reason()
            .filter(why -> why.said().equals(reason.said()))
            .isPresent();
    demand(isSame, id, "was refused for another reason");
  }

  private boolean isOneOf(String id, State... states) {
    Optional<Transaction> record = records.find(id);
    return record.filter(found -> Set.of(states).contains(found.state())).isPresent();
  }

  private void answered(String id, Verdict verdict) {
    Verdict before = verdicts.putIfAbsent(id, verdict);
    demand(
        before == null || before.equals(verdict),
        id,
        "was answered at first, and then:",
        before,
        verdict);
    if (unknown.remove(id)) {
      tally.count("answers: unknown at first, then resolved");
    }
  }

  /** At rest: all answers are what became final. Books those that happened. */
  void demandAtRest(Map<String, List<Move>> done, Map<String, Long> balances) {
    verdicts.forEach(
        (id, verdict) ->
            demand(verdict.applied() == done.containsKey(id), id, "was answered", verdict));
    invalid.forEach(id -> demand(records.find(id).isEmpty(), id, "is invalid, and has a record"));
    demand(unknown.isEmpty(), unknown.toString(), "never had a certain answer");
    verdicts.forEach(
        (id, verdict) -> {
          if (verdict.applied()) {
            ExpectedTransaction.book(done.get(id), balances);
          }
        });
  }
}
