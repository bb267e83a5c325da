package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.AccountAnswer;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.Run;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Players as they are; or, where a rule is left out, at the step that they take then. */
record Senders(Scene scene) {

  Player player(Player player) {
    if (!(player instanceof Player.OfBatch batch)) {
      return player;
    }
    BatchWorker worker = batch.worker();
    if (worker.step() instanceof BatchStep.Move move
        && move.transition() instanceof BatchTransition.Decide decide) {
      return doing(
          worker,
          new BatchStep.Move(
              new BatchTransition.Decide(
                  decide.batch(), decide.epoch(), decide.excluded(), changed(worker, decide))));
    }
    if (worker.step() instanceof BatchStep.Await
        && scene.lacks(Flaw.FINISHES_WITHOUT_THE_OTHERS)
        && worker.certain().exists(end -> end.named().containsAll(end.record().applied()))) {
      return new Player.OfBatch(Inside.finishing(worker));
    }
    if (worker.step() instanceof BatchStep.Move move
        && move.transition() instanceof BatchTransition.TakeOver take
        && worker.goal() instanceof BatchGoal.Cancel
        && scene.lacks(Flaw.CANCELS_AT_ANOTHERS_EPOCH)) {
      return new Player.OfBatch(Inside.owning(worker, take.expected()));
    }
    return worker.step() instanceof BatchStep.OnAccounts on
        ? doing(
            worker,
            new BatchStep.OnAccounts(
                on.requests().stream().map(request -> of(worker, request)).toList()))
        : player;
  }

  private static Player doing(BatchWorker worker, BatchStep step) {
    return new Player.OfBatch(Inside.doing(worker, step));
  }

  private RangeRequest of(BatchWorker worker, RangeRequest request) {
    if (request instanceof RangeRequest.Release release
        && scene.lacks(Flaw.ENDS_ONE_EPOCH)
        && worker.certain().exists(end -> end.record().state() == State.APPLIED)) {
      Epoch epoch = worker.certain().get().record().epoch();
      return new RangeRequest.Settle(release.account(), epoch, 0);
    }
    if (request instanceof RangeRequest.Look look
        && scene.lacks(Flaw.TAKES_FOREIGN_BODIES)
        && !worker.owned().contains(Epoch.FIRST)) {
      return new RangeRequest.Look(look.account(), Fixtures.EUR);
    }
    if (request instanceof RangeRequest.Settle settle && scene.lacks(Flaw.SETTLES_WHAT_IS_LISTED)) {
      long net = Batch.net(settle.account(), Inside.batch(worker).members());
      return new RangeRequest.Settle(settle.account(), settle.epoch(), net);
    }
    if (request instanceof RangeRequest.Look look
        && scene.lacks(Flaw.STOPS_SUMS_AT_INT64)
        && worker.owned().contains(Epoch.FIRST)) {
      Range sums = Batch.sums(look.account(), Inside.batch(worker).part(Inside.seen(worker)));
      return new RangeRequest.Hold(
          look.account(), Epoch.FIRST, Range.whole(sums.debit(), sums.credit()), look.currency());
    }
    return request instanceof RangeRequest.Hold hold && scene.lacks(Flaw.HOLDS_ALL_THERE_IS)
        ? greedy(worker, hold)
        : request;
  }

  private static RangeRequest greedy(BatchWorker worker, RangeRequest.Hold hold) {
    Range sums = Batch.sums(hold.account(), Inside.batch(worker).part(Inside.seen(worker)));
    Range range = hold.range();
    long debit = range.had().map(had -> Math.min(had, sums.debit())).getOrElse(range.debit());
    long credit =
        range.could().map(could -> Math.min(could, sums.credit())).getOrElse(range.credit());
    return new RangeRequest.Hold(
        hold.account(),
        hold.epoch(),
        new Range(debit, credit, range.had(), range.could()),
        hold.currency());
  }

  private Verdict changed(BatchWorker worker, BatchTransition.Decide decide) {
    Verdict changed = verdict(worker, decide);
    return new Verdict(changed.refused(), changed.left(), decide.verdict().unseen());
  }

  private Verdict verdict(BatchWorker worker, BatchTransition.Decide decide) {
    Batch batch = Inside.batch(worker);
    return switch (scene.flaw()) {
      case RUNS_WITHOUT_RANGES ->
          run(worker, batch, (account, range) -> Range.whole(Long.MAX_VALUE, Long.MAX_VALUE));
      case REFUSES_BY_WHAT_IS_HELD ->
          run(
              worker,
              batch,
              (account, range) ->
                  new Range(
                      range.debit(),
                      range.credit(),
                      Option.some(range.debit()),
                      Option.some(range.credit())));
      case TAKES_RANGES_FROM_DOCUMENTS ->
          run(
              worker,
              batch,
              (account, range) ->
                  decide.epoch().value() > 1
                      ? Batch.sums(account, batch.part(Inside.seen(worker)))
                      : range);
      case IGNORES_THE_ORDER ->
          run(worker, new Batch(batch.order(), batch.known(), false), (account, range) -> range);
      case REFUSES_BEFORE_MONEY_COMES -> new Hasty(worker).verdict(decide.verdict());
      case STOPS_SUMS_AT_INT64 -> new Stopping(worker).verdict(decide.verdict());
      case LOOKS_AT_FINAL_NETS -> new FinalNets(worker).verdict();
      default -> decide.verdict();
    };
  }

  private static Verdict run(
      BatchWorker worker, Batch batch, BiFunction<AccountId, Range, Range> change) {
    Map<AccountId, AccountAnswer> answers = new HashMap<>();
    Inside.answers(worker)
        .forEach(
            (account, answer) ->
                answers.put(
                    account,
                    answer.fold(
                        held -> new AccountAnswer.Held(change.apply(account, held.range())),
                        refused -> refused,
                        busy -> busy)));
    return Run.of(batch, Inside.seen(worker), answers, () -> Fixtures.USD);
  }

  /** The members of a decision so far that are applied, before one of them. */
  static List<Member> before(BatchWorker worker, Verdict verdict, Member member) {
    List<Member> applied = Inside.batch(worker).applied(Inside.seen(worker).excluded(), verdict);
    List<Member> order = Inside.batch(worker).members();
    return applied.stream().filter(each -> order.indexOf(each) < order.indexOf(member)).toList();
  }
}
