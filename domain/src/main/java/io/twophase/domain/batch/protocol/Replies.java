package io.twophase.domain.batch.protocol;

import io.twophase.domain.account.RangeLook;
import io.twophase.domain.batch.AccountAnswer;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeRequest;
import io.vavr.Lazy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What accounts have answered in one step, and what is asked of them next. */
final class Replies {

  private final BatchWorker worker;
  private final BatchKnowledge knowledge;
  private final List<RangeRequest> more = new ArrayList<>();
  private final Map<AccountId, AccountAnswer> answers = new HashMap<>();
  private final List<RangeRequest> unclear = new ArrayList<>();
  private final Set<Stage> stages = EnumSet.noneOf(Stage.class);

  /** Found where an account has to be asked for less than was asked for first. */
  private final Lazy<Demand> demand;

  /** What the requests of one step are for, and what follows when all are answered. */
  private enum Stage {
    HOLDING,
    ENDING,
    WITHDRAWING;

    BatchWorker next(BatchWorker worker) {
      return switch (this) {
        case HOLDING -> Holding.decide(worker, worker.knowledge());
        case ENDING -> Ending.close(worker);
        case WITHDRAWING -> Ending.withdrawn(worker);
      };
    }
  }

  Replies(BatchWorker worker) {
    this.worker = worker;
    knowledge = worker.knowledge();
    demand = Lazy.of(() -> Demand.of(knowledge));
  }

  BatchWorker next(List<RangeRequest> requests, List<RangeReply> replies) {
    for (int at = 0; at < requests.size(); at++) {
      requests.get(at).fold(new OfRequest(replies.get(at)));
    }
    if (!unclear.isEmpty()) {
      return worker.at(new BatchStep.ReadRecord());
    }
    BatchWorker answered = worker.at(knowledge.answered(answers), worker.step());
    return more.isEmpty()
        ? stages.iterator().next().next(answered)
        : answered.at(new BatchStep.OnAccounts(more));
  }

  private void answer(AccountId account, AccountAnswer answer) {
    answers.put(account, answer);
  }

  private void held(AccountId account, Range range) {
    answer(account, new AccountAnswer.Held(range));
  }

  private void lookAt(AccountId account) {
    more.add(new RangeRequest.Look(account, knowledge.currency()));
  }

  /** One request with its reply. */
  private final class OfRequest implements RangeRequest.Cases<Boolean> {

    private final RangeReply reply;

    OfRequest(RangeReply reply) {
      this.reply = reply;
    }

    @Override
    public Boolean hold(RangeRequest.Hold request) {
      return placed(request, request.range());
    }

    @Override
    public Boolean stamp(RangeRequest.Stamp request) {
      return placed(request, request.read().range());
    }

    /** In doubt, it is never sent again in this epoch (rule 4). */
    private boolean placed(RangeRequest request, Range range) {
      stages.add(Stage.HOLDING);
      AccountId account = request.account();
      switch (counted()) {
        case MATCHED -> held(account, range);
        case NOT_MATCHED -> lookAt(account);
        case IN_DOUBT -> unclear.add(request);
      }
      return true;
    }

    @Override
    public Boolean look(RangeRequest.Look request) {
      stages.add(Stage.HOLDING);
      AccountId account = request.account();
      return reply.fold(
          counted -> unclear.add(request),
          seen ->
              seen.look()
                  .fold(
                      held -> found(request, held),
                      never -> settledOn(account, new AccountAnswer.Refused(never.reason())),
                      full -> settledOn(account, new AccountAnswer.Busy()),
                      bounds ->
                          more.add(
                              Holding.hold(
                                  knowledge, account, demand.get().within(account, bounds)))));
    }

    private boolean settledOn(AccountId account, AccountAnswer answer) {
      answer(account, answer);
      return true;
    }

    /** An older hold becomes mine; one of my own epoch or a later one is nothing I know of. */
    private boolean found(RangeRequest.Look request, RangeLook.Held found) {
      Epoch mine = knowledge.owned().getOrElse(Epoch.NONE);
      if (found.hold().epoch().olderThan(mine)) {
        return more.add(new RangeRequest.Stamp(request.account(), found.hold(), mine));
      }
      return unclear.add(request);
    }

    @Override
    public Boolean settle(RangeRequest.Settle request) {
      return again(request, Stage.ENDING);
    }

    @Override
    public Boolean release(RangeRequest.Release request) {
      return again(request, Stage.ENDING);
    }

    @Override
    public Boolean withdraw(RangeRequest.Withdraw request) {
      return again(request, Stage.WITHDRAWING);
    }

    /** In doubt, it is sent again as it is; a count of 0 says that it has been done. */
    private boolean again(RangeRequest request, Stage stage) {
      stages.add(stage);
      return counted() != MatchOutcome.IN_DOUBT || more.add(request);
    }

    private MatchOutcome counted() {
      return reply.fold(counted -> counted.outcome(), seen -> MatchOutcome.IN_DOUBT);
    }
  }
}
