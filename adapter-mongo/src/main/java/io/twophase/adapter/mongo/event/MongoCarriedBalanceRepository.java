package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.AccountId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.ports.CarriedBalanceRepository;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/** The carried balances, a document for each account, in a collection of their own. */
public final class MongoCarriedBalanceRepository implements CarriedBalanceRepository {

  /** More than one weighs: two ids of 255 characters, of three bytes each. */
  private static final int WEIGHT = 4_000;

  private final RecordRetention retention;
  private final Reads reads;
  private final Writes writes;
  private final Server server;

  /**
   * Those in {@code collection}, which must read and write with majority.
   *
   * @param retention of the records that they are of
   */
  public MongoCarriedBalanceRepository(
      MongoCollection<BsonDocument> collection, RecordRetention retention, Server server) {
    this.retention = retention;
    this.reads = new Reads(collection, server);
    this.writes = new Writes(collection, server);
    this.server = server;
  }

  @Override
  public boolean isComplete() {
    return !retention.isSet() || retention.carries();
  }

  @Override
  public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
    Map<String, BsonDocument> stored = reads.byId(accounts.stream().map(AccountId::value).toList());
    return accounts.stream()
        .map(
            account ->
                Optional.ofNullable(stored.get(account.value()))
                    .map(CarriedDocuments::read)
                    .orElseGet(() -> Either.right(CarriedBalance.none(account))))
        .toList();
  }

  @Override
  public List<MatchOutcome> carry(List<CarriedBalance> changed) {
    List<List<CarriedBalance>> commands = new ArrayList<>(commands(changed, true));
    commands.addAll(commands(changed, false));
    Map<AccountId, MatchOutcome> outcomes = new HashMap<>();
    List<MatchOutcome> answers = Calls.send(commands, this::send, MatchOutcome.IN_DOUBT);
    List<CarriedBalance> sent = commands.stream().flatMap(List::stream).toList();
    IntStream.range(0, sent.size())
        .forEach(at -> outcomes.put(sent.get(at).account(), answers.get(at)));
    return changed.stream().map(balance -> outcomes.get(balance.account())).toList();
  }

  private List<List<CarriedBalance>> commands(List<CarriedBalance> changed, boolean areFirst) {
    return server.batches(
        changed.stream().filter(balance -> isFirst(balance) == areFirst).toList(),
        balance -> WEIGHT);
  }

  private static boolean isFirst(CarriedBalance balance) {
    return balance.changes() == 1;
  }

  private List<MatchOutcome> send(List<CarriedBalance> some) {
    return isFirst(some.get(0)) ? insert(some) : replace(some);
  }

  private List<MatchOutcome> insert(List<CarriedBalance> first) {
    return writes.insert(first.stream().map(CarriedDocuments::of).toList()).stream()
        .map(InsertOutcome::matched)
        .toList();
  }

  /**
   * Replaces balances. If some have not matched, and it is not known which, all are asked for
   * again.
   */
  private List<MatchOutcome> replace(List<CarriedBalance> later) {
    return writes
        .update(later.stream().map(MongoCarriedBalanceRepository::replacement).toList())
        .map(
            matched ->
                IntStream.range(0, later.size())
                    .mapToObj(
                        at ->
                            Matches.outcome(
                                matched.total() == later.size()
                                    || matched.of(at).equals(Optional.of(1))))
                    .toList())
        .getOrElse(Collections.nCopies(later.size(), MatchOutcome.IN_DOUBT));
  }

  private static UpdateOneModel<BsonDocument> replacement(CarriedBalance balance) {
    return new UpdateOneModel<>(
        CarriedDocuments.before(balance), doc("$set", CarriedDocuments.fields(balance)));
  }

  @Override
  public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
    reads.all(document -> consumer.accept(CarriedDocuments.read(document)));
  }
}
