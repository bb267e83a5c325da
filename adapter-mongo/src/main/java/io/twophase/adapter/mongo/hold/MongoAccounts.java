package io.twophase.adapter.mongo.hold;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.hold.stored.AccountCodec;
import io.twophase.adapter.mongo.hold.stored.Seen;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.period.PostingsChange;
import io.twophase.ports.Accounts;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** The accounts in a MongoDB collection, and the periods in another. */
public final class MongoAccounts implements Accounts {

  /** More than an account weighs that is opened. */
  private static final int OPENING_BYTES = 2_000;

  private final CollectionName collection;
  private final Server server;
  private final Writes writes;
  private final TargetReads reads;
  private final StatusRounds statuses;
  private final PeriodWrites periods;

  /**
   * The accounts in {@code accounts}, which must read and write with majority.
   *
   * @param periods the documents of the periods
   */
  public MongoAccounts(
      MongoCollection<BsonDocument> accounts,
      HoldRules rules,
      AccountCodec codec,
      PeriodWrites periods,
      Server server) {
    this.collection = rules.accounts();
    this.server = server;
    this.writes = new Writes(accounts, server);
    this.reads = new TargetReads(accounts, server, codec::decode, rules.home());
    this.statuses = new StatusRounds(writes, reads, codec);
    this.periods = periods;
  }

  @Override
  public CollectionName collection() {
    return collection;
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return Batches.send(
        server.limits().batches(openings, opening -> OPENING_BYTES),
        this::openBatch,
        new OpenOutcome.InDoubt());
  }

  private List<OpenOutcome> openBatch(List<Opening> openings) {
    List<InsertOutcome> inserted =
        writes.insert(
            openings.stream().map(opening -> AccountCodec.encode(Account.open(opening))).toList());
    List<Target> taken = new ArrayList<>();
    for (int at = 0; at < openings.size(); at++) {
      if (inserted.get(at) == InsertOutcome.KEY_TAKEN) {
        taken.add(new Target.OfAccount(openings.get(at).id()));
      }
    }
    Answer<List<Option<Seen>>> there = Answer.ofFollowUpRead(() -> reads.find(taken));
    List<OpenOutcome> outcomes = new ArrayList<>(openings.size());
    for (int at = 0; at < openings.size(); at++) {
      Opening opening = openings.get(at);
      int place = taken.indexOf(new Target.OfAccount(opening.id()));
      outcomes.add(
          switch (inserted.get(at)) {
            case INSERTED -> new OpenOutcome.Opened();
            case IN_DOUBT -> new OpenOutcome.InDoubt();
            case KEY_TAKEN ->
                there.fold(OpenOutcome.InDoubt::new, seen -> compared(opening, seen.get(place)));
          });
    }
    return outcomes;
  }

  /** An account that has taken the id and is not seen may be of this call, and is in doubt. */
  private static OpenOutcome compared(Opening asked, Option<Seen> seen) {
    if (seen.isEmpty()) {
      return new OpenOutcome.InDoubt();
    }
    Opening existing = StatusRounds.readable(asked.id(), seen.get()).opening();
    return existing.equals(asked)
        ? new OpenOutcome.AlreadyOpen()
        : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(existing));
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return statuses.change(id, change);
  }

  @Override
  public List<PeriodName> periods(Option<PeriodName> after) {
    return periods.names(after, MOST_AT_ONCE);
  }

  @Override
  public MatchOutcome changePeriod(PeriodName period, PostingsChange change, Option<String> why) {
    return periods.change(period, change, why);
  }
}
