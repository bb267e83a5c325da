package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Verdicts that no run comes to, for the rule that is left out.
 *
 * @param flaw the rule
 */
record BrokenVerdicts(Flaw flaw) {

  /** A decision with another verdict. */
  Worker deciding(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    Map<Target, Either<CancelReason, Range>> answers = knowledge.answers();
    Verdict verdict =
        switch (flaw) {
          case DECIDES_WITH_SOME_CLAIMS -> run(knowledge, filled(knowledge));
          case RUNS_WITHOUT_RANGES ->
              run(
                  knowledge,
                  ranges(answers, range -> Range.whole(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2)));
          case STOPS_SUMS_AT_INT64 ->
              answers.values().stream().anyMatch(answer -> answer.exists(Range::isBeyondInt64))
                  ? Verdict.ALL_APPLIED
                  : run(knowledge, answers);
          case LOOKS_AT_FINAL_NETS -> finalNets(knowledge);
          case REFUSES_BY_WHAT_IS_HELD ->
              run(
                  knowledge,
                  ranges(
                      answers,
                      range ->
                          of(
                              range,
                              range.had().map(had -> range.debit()),
                              range.could().map(could -> range.credit()))));
          case REFUSES_WITHIN_WHOLE_RANGES ->
              run(
                  knowledge,
                  ranges(
                      answers,
                      range -> of(range, Optional.of(range.debit()), Optional.of(range.credit()))));
          case MOVES_WHAT_IS_HELD ->
              run(
                  knowledge,
                  ranges(
                      answers,
                      range -> of(range, range.had().map(had -> range.debit()), range.could())));
          case REFUSES_BEFORE_MONEY_COMES, MOVES_LESS_BEFORE_MONEY_COMES -> hasty(knowledge);
          case REFUSES_FOR_BUSY -> refusingBusy(knowledge);
          case SERVES_ONE_BY_A_CHECK -> servingOne(knowledge);
          default -> run(knowledge, answers);
        };
    return flaw == Flaw.NONE ? worker : Closing.decide(worker, verdict);
  }

  private static Verdict run(
      Knowledge knowledge, Map<Target, Either<CancelReason, Range>> answers) {
    return run(knowledge, knowledge.known().members(), answers);
  }

  private static Verdict run(
      Knowledge knowledge,
      List<TransactionId> order,
      Map<Target, Either<CancelReason, Range>> answers) {
    TransactionRecord record = knowledge.known();
    return Run.of(order, knowledge.named(), record.excluded().keySet(), record.inOrder(), answers);
  }

  private static Map<Target, Either<CancelReason, Range>> ranges(
      Map<Target, Either<CancelReason, Range>> answers, UnaryOperator<Range> change) {
    Map<Target, Either<CancelReason, Range>> changed = new HashMap<>();
    answers.forEach((target, answer) -> changed.put(target, answer.map(change)));
    return changed;
  }

  private static Range of(Range range, Optional<Long> had, Optional<Long> could) {
    return new Range(range.debit(), range.credit(), had, could);
  }

  private static Map<Target, Either<CancelReason, Range>> filled(Knowledge knowledge) {
    Map<Target, Either<CancelReason, Range>> answers = new HashMap<>(knowledge.answers());
    knowledge
        .claims()
        .all()
        .forEach(claim -> answers.putIfAbsent(claim.target(), Either.right(Broken.range(claim))));
    return answers;
  }

  /** All that are left or refused happen, if the sums of all are within the ranges. */
  private static Verdict finalNets(Knowledge knowledge) {
    Map<Target, Long> nets = new HashMap<>();
    for (Member member : knowledge.members()) {
      member.touches().forEach(touch -> nets.merge(touch.target(), touch.delta(), Long::sum));
    }
    boolean fits =
        nets.entrySet().stream()
            .allMatch(
                net ->
                    Optional.ofNullable(knowledge.answers().get(net.getKey()))
                        .filter(answer -> answer.isRight() && answer.get().allows(net.getValue()))
                        .isPresent());
    return fits ? Verdict.ALL_APPLIED : run(knowledge, knowledge.answers());
  }

  /** Each that is left out is run as if no other was. */
  private static Verdict hasty(Knowledge knowledge) {
    Verdict faithful = run(knowledge, knowledge.answers());
    Verdict verdict = faithful;
    for (TransactionId id : faithful.left()) {
      List<TransactionId> order =
          knowledge.known().members().stream()
              .filter(other -> other.equals(id) || !faithful.left().contains(other))
              .toList();
      Verdict alone = run(knowledge, order, knowledge.answers());
      Map<TransactionId, CancelReason> refused = new LinkedHashMap<>(verdict.refused());
      alone.refused().forEach(refused::putIfAbsent);
      Map<TransactionId, List<Long>> moved = new LinkedHashMap<>(verdict.moved());
      alone.moved().forEach(moved::putIfAbsent);
      Set<TransactionId> left = new LinkedHashSet<>(verdict.left());
      if (!alone.left().contains(id)) {
        left.remove(id);
      }
      verdict = new Verdict(refused, left, verdict.unseen(), moved);
    }
    return verdict;
  }

  private static Verdict refusingBusy(Knowledge knowledge) {
    Map<Target, Either<CancelReason, Range>> answers = new HashMap<>(knowledge.answers());
    knowledge
        .claims()
        .all()
        .forEach(claim -> answers.putIfAbsent(claim.target(), Either.left(busy(claim))));
    return run(knowledge, answers);
  }

  private static CancelReason busy(Claim claim) {
    return claim
        .target()
        .fold(
            account -> new HoldRefusal.AccountBusy(account, 1),
            document ->
                new io.twophase.domain.transaction.DocumentRefusal.DocumentBusy(
                    document, Fixtures.transactionId("m1")));
  }

  private static Verdict servingOne(Knowledge knowledge) {
    Verdict faithful = run(knowledge, knowledge.answers());
    Set<TransactionId> left = new LinkedHashSet<>(faithful.left());
    for (Claim claim : knowledge.claims().all()) {
      for (Member member : knowledge.members()) {
        boolean isOther =
            claim.mode() == HoldMode.SHARED
                && claim.fold(range -> false, one -> !one.member().equals(member.id()))
                && member.touches().stream()
                    .anyMatch(touch -> touch.target().equals(claim.target()));
        if (isOther) {
          left.add(member.id());
        }
      }
    }
    return new Verdict(faithful.refused(), left, faithful.unseen(), faithful.moved());
  }
}
