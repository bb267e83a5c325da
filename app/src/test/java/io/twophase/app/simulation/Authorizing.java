package io.twophase.app.simulation;

import io.twophase.TwoPhase;
import io.twophase.app.simulation.ManyLegs.Asked;
import io.twophase.app.simulation.audit.Answers;
import io.twophase.app.simulation.audit.Auditor;
import io.twophase.app.simulation.world.World;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * What a process asks of transactions of many legs, and of authorizations, its own or another's.
 */
final class Authorizing {

  private final Random random;
  private final Auditor auditor;
  private final Answers answers;
  private final ManyLegs manyLegs;
  private final Set<TransactionId> unsureReversals;

  Authorizing(World world, ManyLegs manyLegs, Set<TransactionId> unsureReversals) {
    this.random = world.random();
    this.auditor = world.auditor();
    this.answers = auditor.answers();
    this.manyLegs = manyLegs;
    this.unsureReversals = unsureReversals;
  }

  /** Asks for something. */
  void act(TwoPhase twoPhase) {
    int chance = random.nextInt(100);
    if (chance < 30) {
      ask(twoPhase, manyLegs.next());
    } else if (chance < 40) {
      ask(twoPhase, manyLegs.recent());
    } else if (chance < 70) {
      capture(twoPhase, manyLegs.recent());
    } else if (chance < 84) {
      approve(twoPhase, manyLegs.recent().id());
    } else if (chance < 90) {
      voidOne(twoPhase, manyLegs.recent().id());
    } else if (chance < 94) {
      cancel(twoPhase, manyLegs.recent().id());
    } else {
      reverse(twoPhase, manyLegs.recent().id());
    }
  }

  /** Asks for it, or asks again. */
  void ask(TwoPhase twoPhase, Asked asked) {
    answers.unanswered(asked.id().value());
    if (asked.terms().isPresent()) {
      answers.received(
          twoPhase.authorizations().authorize(asked.request(), asked.terms().orElseThrow()));
    } else {
      answers.received(twoPhase.run(asked.request()));
    }
  }

  private void capture(TwoPhase twoPhase, Asked asked) {
    String id = asked.id().value();
    List<AccountOperation> operations = asked.operations();
    List<Long> amounts =
        random.nextInt(3) == 0
            ? operations.stream().map(operation -> operation.amount().minor()).toList()
            : manyLegs.amounts(asked);
    Map<AccountId, Money> byAccount = new HashMap<>();
    boolean isInFull = true;
    for (int at = 0; at < amounts.size(); at++) {
      Money held = operations.get(at).amount();
      isInFull &= held.minor() == amounts.get(at);
      byAccount.put(operations.get(at).account(), new Money(amounts.get(at), held.currency()));
    }
    auditor.authorizations().capturing(id, amounts);
    answers.received(
        id,
        isInFull
            ? twoPhase.authorizations().capture(asked.id())
            : twoPhase.authorizations().captureInPart(asked.id(), byAccount),
        amounts);
  }

  private void approve(TwoPhase twoPhase, TransactionId id) {
    ApproverName approver = manyLegs.approver();
    auditor.authorizations().approving(id.value(), approver);
    answers.received(id.value(), twoPhase.authorizations().approve(id, approver), approver);
  }

  private void voidOne(TwoPhase twoPhase, TransactionId id) {
    answers.received(id.value(), twoPhase.authorizations().voidAuthorization(id, "no more wanted"));
  }

  private void cancel(TwoPhase twoPhase, TransactionId id) {
    answers.received(id.value(), twoPhase.compensation().cancel(id, "canceled"));
  }

  /** Asks for the reversal, and notes it unless the answer is certain. */
  void reverse(TwoPhase twoPhase, TransactionId id) {
    boolean isCertain = false;
    try {
      isCertain = answers.received(id.value(), twoPhase.compensation().reverse(id, "sent back"));
    } finally {
      if (!isCertain) {
        unsureReversals.add(id);
      }
    }
  }
}
