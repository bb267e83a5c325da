package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.statement.StatementAuditor;
import io.twophase.app.statement.Statements;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.statement.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads statements at rest, and demands that their lines add up, at every moment of them. */
record StatementWatch(Statements statements) {

  /** A statement has each decided move on a line, or in the opening balance of the first. */
  void check(String name, long opened, Map<String, List<Move>> done) {
    AccountId account = new AccountId(name);
    Statement whole = found(statements.of(account));
    Map<TransactionId, Long> carried = moved(name, done);
    Map<TransactionId, Long> shown = new HashMap<>(carried);
    whole.lines().forEach(line -> carried.remove(line.posting().transaction()));
    shown.keySet().removeAll(carried.keySet());
    List<String> faults = StatementAuditor.faults(whole, shown);
    demand(faults.isEmpty(), account, "has a statement with", faults);
    long opening = opened + carried.values().stream().mapToLong(Long::longValue).sum();
    demand(whole.opening().minor() == opening, account, "should open with", opening, whole);
    demand(whole.from().isPresent() == !carried.isEmpty(), account, "begins elsewhere", whole);
    demand(whole.certainty() == Statement.Certainty.CERTAIN, account, "is not certain", whole);
    if (!whole.lines().isEmpty()) {
      checkAt(account, whole, whole.lines().get(whole.lines().size() / 2));
    }
  }

  private static Map<TransactionId, Long> moved(String account, Map<String, List<Move>> done) {
    Map<TransactionId, Long> moved = new HashMap<>();
    done.forEach(
        (id, moves) -> {
          long effect =
              moves.stream()
                  .filter(move -> move.account().equals(account))
                  .mapToLong(Move::amount)
                  .sum();
          if (effect != 0) {
            moved.put(new TransactionId(id), effect);
          }
        });
    return moved;
  }

  /** The statements before a moment and from it on make the whole one. */
  private void checkAt(AccountId account, Statement whole, Statement.Line line) {
    Instant moment = line.posting().position().decidedAt();
    Statement before = found(statements.of(account, Optional.empty(), Optional.of(moment)));
    Statement after = found(statements.of(account, Optional.of(moment), Optional.empty()));
    List<Statement.Line> both = new ArrayList<>(before.lines());
    both.addAll(after.lines());
    boolean isWhole =
        both.equals(whole.lines())
            && before.opening().equals(whole.opening())
            && before.closing().equals(after.opening())
            && after.closing().equals(whole.closing())
            && found(statements.at(account, moment)).closing().equals(before.closing());
    demand(isWhole, account, "is not the sum of", before, after, whole);
  }

  private static Statement found(StatementAnswer answer) {
    return ((StatementAnswer.Found) answer).statement();
  }
}
