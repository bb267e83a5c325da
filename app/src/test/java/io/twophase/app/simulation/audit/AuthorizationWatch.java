package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows who was to approve, and how much was to be captured, and demands that records say nothing
 * else.
 */
public final class AuthorizationWatch {

  private final Map<String, Set<List<Long>>> captures = new HashMap<>();
  private final Map<String, Set<ApproverName>> approvals = new HashMap<>();

  /** Somebody asks for a capture of so much of each operation. */
  public void capturing(String id, List<Long> amounts) {
    captures.computeIfAbsent(id, any -> new HashSet<>()).add(List.copyOf(amounts));
  }

  /** Somebody asks for this approval. */
  public void approving(String id, ApproverName approver) {
    approvals.computeIfAbsent(id, any -> new HashSet<>()).add(approver);
  }

  /** What a decided record says that it moves of what was asked. */
  static List<Move> moved(ExpectedTransaction asked, Transaction record) {
    List<Long> captured = record.progress().captured().amounts();
    List<Move> moves = asked.moves();
    if (captured.isEmpty()) {
      return moves;
    }
    demand(captured.size() == moves.size(), record, "captures not as many as it has");
    Move[] moved = new Move[moves.size()];
    for (int at = 0; at < moved.length; at++) {
      long size = captured.get(at);
      demand(
          size > 0 && size <= Math.abs(moves.get(at).amount()), record, "captures not what it has");
      moved[at] = moves.get(at).ofSize(size);
    }
    return List.of(moved);
  }

  /** One record becomes another. */
  void check(ExpectedTransaction asked, Transaction before, Transaction now) {
    if (asked.atMost()) {
      checkAtMost(asked, before, now);
      return;
    }
    if (asked.terms().isEmpty()) {
      demand(now.progress().captured().isInFull(), now, "captures, and is no authorization");
      demand(now.state() != State.AUTHORIZED, now, "is authorized, and is no authorization");
      return;
    }
    AuthorizationTerms terms = asked.terms().orElseThrow();
    checkApprovals(terms, before.progress().approvals(), now);
    if (now.state() == before.state()) {
      demand(
          before.progress().captured().equals(now.progress().captured()),
          now,
          "has changed what it captures");
    } else if (now.state() == State.APPLIED) {
      demand(before.state() == State.AUTHORIZED, now, "is decided, and was not authorized");
      demand(
          now.progress().approvals().size() >= terms.requiredApprovals(),
          now,
          "is decided without its approvals");
      checkCaptured(asked, now);
    } else if (now.reason().filter(CancelReason.Expired.class::isInstance).isPresent()) {
      demand(
          !now.lastModified().isBefore(now.createdAt().plus(terms.lifetime())),
          now,
          "was voided before it had expired");
    }
  }

  /** How much there was is said by the decision, once, and as much leaves as arrives. */
  private static void checkAtMost(ExpectedTransaction asked, Transaction before, Transaction now) {
    boolean decides = now.state() == State.APPLIED && before.state() == State.PENDING;
    demand(
        decides || before.progress().equals(now.progress()),
        now,
        "says how much there was, and is not decided then");
    demand(
        moved(asked, now).stream().mapToLong(Move::amount).sum() == 0,
        now,
        "moves what is unbalanced");
  }

  private void checkCaptured(ExpectedTransaction asked, Transaction now) {
    List<Move> moved = moved(asked, now);
    demand(moved.stream().mapToLong(Move::amount).sum() == 0, now, "captures what is unbalanced");
    List<Long> amounts = moved.stream().map(move -> Math.abs(move.amount())).toList();
    demand(
        captures.getOrDefault(now.id().value(), Set.of()).contains(amounts),
        now,
        "captures what nobody asked for");
  }

  private void checkApprovals(
      AuthorizationTerms terms, List<ApproverName> before, Transaction now) {
    List<ApproverName> after = now.progress().approvals();
    demand(
        after.size() >= before.size() && after.subList(0, before.size()).equals(before),
        now,
        "has lost an approval");
    List<ApproverName> named = terms.approvals().map(ApprovalRule::named).orElse(List.of());
    demand(named.containsAll(after), now, "is approved by somebody else");
    demand(new HashSet<>(after).size() == after.size(), now, "is approved twice by one");
    demand(
        approvals.getOrDefault(now.id().value(), Set.of()).containsAll(after),
        now,
        "has an approval that nobody gave");
  }
}
