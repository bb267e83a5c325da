package io.twophase.adapter.mongo.account;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.QuorumReads;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.BsonDocument;

/** The accounts in a MongoDB collection. Each batch is one command where all of it matches. */
public final class MongoAccountRepository implements AccountRepository {

  /** More than an account weighs that is opened. */
  private static final int OPENING_BYTES = 2_000;

  private final AccountCodec codec;
  private final ServerLimits limits;
  private final Writes writes;
  private final AccountReader reader;
  private final QuorumReads quorum;
  private final AccountParts parts;
  private final StatusUpdate changing;

  /**
   * The accounts in {@code collection}, which must read and write with majority; each may have at
   * most so many holds at a time.
   */
  public MongoAccountRepository(
      MongoCollection<BsonDocument> collection,
      AccountCodec codec,
      Server server,
      HoldLimit limit) {
    Reads reads = new Reads(collection, server);
    this.codec = codec;
    this.limits = server.limits();
    this.writes = new Writes(collection, server);
    this.reader = new AccountReader(reads, codec);
    this.quorum = new QuorumReads(collection, server);
    AccountAdoption adoption = new AccountAdoption(writes, codec);
    this.parts = new AccountParts(writes, reads, reader, adoption, limit);
    this.changing = new StatusUpdate(writes, reader, codec, adoption);
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return Batches.send(
        limits.batches(openings, opening -> OPENING_BYTES),
        this::openBatch,
        new OpenOutcome.InDoubt());
  }

  private List<OpenOutcome> openBatch(List<Opening> openings) {
    List<InsertOutcome> inserted =
        writes.insert(
            openings.stream().map(opening -> codec.encode(Account.open(opening))).toList());
    List<AccountId> taken = new ArrayList<>();
    for (int at = 0; at < openings.size(); at++) {
      if (inserted.get(at) == InsertOutcome.KEY_TAKEN) {
        taken.add(openings.get(at).id());
      }
    }
    Answer<Map<AccountId, StoredAccount>> existing =
        taken.isEmpty()
            ? Answer.certain(Map.of())
            : Answer.ofFollowUpRead(() -> reader.byId(taken));
    List<OpenOutcome> outcomes = new ArrayList<>(openings.size());
    for (int at = 0; at < openings.size(); at++) {
      Opening opening = openings.get(at);
      outcomes.add(
          switch (inserted.get(at)) {
            case INSERTED -> new OpenOutcome.Opened();
            case IN_DOUBT -> new OpenOutcome.InDoubt();
            case KEY_TAKEN ->
                existing.fold(
                    OpenOutcome.InDoubt::new,
                    seen -> compared(opening, Option.of(seen.get(opening.id()))));
          });
    }
    return outcomes;
  }

  /** An account that has taken the id and is not seen may be of this call, and is in doubt. */
  private static OpenOutcome compared(Opening asked, Option<StoredAccount> seen) {
    if (seen.isEmpty()) {
      return new OpenOutcome.InDoubt();
    }
    Account there =
        seen.get()
            .fold(
                StoredAccount.Current::read,
                StoredAccount.Tutorial::read,
                unreadable -> {
                  throw new StoreException(
                      "account "
                          + asked.id()
                          + " is there and cannot be read: "
                          + unreadable.fault());
                });
    Opening existing = there.opening();
    return existing.equals(asked)
        ? new OpenOutcome.AlreadyOpen()
        : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(existing));
  }

  @Override
  public List<AccountLookup> find(List<AccountId> ids) {
    Map<AccountId, StoredAccount> found = reader.byId(ids);
    return ids.stream().map(id -> StoredAccount.lookup(id, Option.of(found.get(id)))).toList();
  }

  /** What cannot be read is not written to. */
  @Override
  public AccountLookup findLatest(AccountId id) {
    Option<StoredAccount> stored = reader.byId(id);
    boolean readable = stored.isEmpty() || stored.get().account().isDefined();
    return StoredAccount.lookup(id, readable ? quorum.byId(id.value()).map(codec::decode) : stored);
  }

  @Override
  public void scan(Consumer<AccountLookup> consumer) {
    reader.all(stored -> consumer.accept(stored.lookup()));
  }

  @Override
  public void scanHeld(Consumer<AccountLookup> consumer) {
    reader.held(stored -> consumer.accept(stored.lookup()));
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return changing.change(id, change);
  }

  /** What is sent for legs, to be sent together with what is on other collections. */
  public AccountParts parts() {
    return parts;
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    return sent(legs, parts::hold, parts.atMost()::hold, AccountHoldOutcome.inDoubt());
  }

  private <R> List<R> sent(List<Leg> legs, Function<List<Leg>, Part<R>> part, R inDoubt) {
    return Batches.send(
        limits.batches(legs, AccountParts::weight), batch -> part.apply(batch).alone(), inDoubt);
  }

  /** Debits that take as much as there is are sent in their turn, each by itself. */
  private <R> List<R> sent(
      List<Leg> legs, Function<List<Leg>, Part<R>> part, Function<Leg, R> atMost, R inDoubt) {
    return legs.stream().noneMatch(AtMostHolds::is)
        ? sent(legs, part, inDoubt)
        : Batches.send(
            Batches.apart(legs, AtMostHolds::is),
            batch ->
                AtMostHolds.is(batch.get(0))
                    ? List.of(atMost.apply(batch.get(0)))
                    : sent(batch, part, inDoubt),
            inDoubt);
  }

  @Override
  public List<MatchOutcome> stamp(List<Leg> legs) {
    return sent(legs, parts::stamp, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return sent(legs, parts::settle, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> release(List<Leg> legs) {
    return sent(legs, parts::release, parts.atMost()::release, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> withdraw(List<Leg> legs) {
    return sent(legs, parts::withdraw, parts.atMost()::withdraw, MatchOutcome.IN_DOUBT);
  }
}
