package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.range.MongoRangeRepository;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.account.RangeChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.RangeRepository;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonDocument;

/**
 * What batches hold of a scratch account, and of the account as the domain's functions leave it.
 */
final class ProbedRanges {

  private static final Epoch FIRST = Epoch.FIRST;
  private static final Epoch SECOND = FIRST.next();
  private static final Range RANGE = Range.whole(30, 20);

  private final RangeRepository ranges;
  private final ProbedAccounts accounts;
  private final ScratchAmounts amounts;
  private final AccountId account;
  private final BatchId batch;

  ProbedRanges(
      MongoCollection<BsonDocument> scratch,
      Server server,
      ProbedAccounts accounts,
      ScratchAmounts amounts) {
    this.ranges =
        new MongoRangeRepository(
            scratch, new AccountCodec(ScratchAmounts.CURRENCY), server, ProbedAccounts.LIMIT);
    this.accounts = accounts;
    this.amounts = amounts;
    this.account = amounts.ids().account("ranged");
    this.batch = new BatchId(BatchId.PREFIX + amounts.ids().run());
  }

  void run() {
    accounts.open("insert one more account", amounts.opening(account, 40));
    RangeHold held = new RangeHold(batch, FIRST, RANGE);
    ask("hold a range ($inc of two bounds beside $push)", hold(RANGE));
    ask("refuse a second range of one batch ($ne)", hold(Range.whole(0, 0)));
    ask("raise the epoch of a range", stamp(held));
    ask("raise no epoch of another range ($eq beside $lt)", stamp(held));
    ask("settle no range at an older epoch", settle(FIRST));
    ask("settle a range ($inc of three figures beside $pull)", settle(SECOND));
    ask("settle no range twice", settle(SECOND));
    ask("refuse a range where more is there than it says ($lte)", hold(reduced(34)));
    ask("hold a range that says what was there", hold(reduced(35)));
    ask("withdraw no range at another epoch", new RangeRequest.Withdraw(account, SECOND));
    ask("withdraw a range", new RangeRequest.Withdraw(account, FIRST));
    ask("hold a range of nothing ($push alone)", hold(Range.whole(0, 0)));
    ask("release a range ($pull alone)", new RangeRequest.Release(account));
  }

  private static Range reduced(long had) {
    return new Range(5, 0, Option.some(had), Option.none());
  }

  private RangeRequest hold(Range range) {
    return new RangeRequest.Hold(account, FIRST, range, ScratchAmounts.CURRENCY);
  }

  private RangeRequest stamp(RangeHold read) {
    return new RangeRequest.Stamp(account, read, SECOND);
  }

  private RangeRequest settle(Epoch epoch) {
    return new RangeRequest.Settle(account, epoch, -5);
  }

  private void ask(String asked, RangeRequest request) {
    accounts.changed(
        asked,
        account,
        before -> request.fold(new RangeChange(batch, before, ProbedAccounts.LIMIT)),
        () ->
            ranges
                .ask(List.of(new RangeCall(batch, request)))
                .get(0)
                .fold(RangeReply.Counted::outcome, seen -> MatchOutcome.IN_DOUBT));
  }
}
