package io.twophase.adapter.mongo.command;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.NewTransaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each command writes its documents in the order of their ids, each write names the one that it is
 * of, and answers come in the order asked all the same.
 */
class CommandOrderTest {

  @RegisterExtension static final FreshDatabase IN_PROCESS = Servers.inProcess();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  private static final int ACCOUNTS = 20;
  private static final int TRANSFERS = 60;

  /** The ids that the writes of each command name, in the order sent. */
  private static final class Ids implements CommandListener {

    private static final Map<String, Function<BsonDocument, BsonValue>> PARTS =
        Map.of(
            "documents", document -> document,
            "updates", update -> update.getDocument("q"),
            "deletes", delete -> delete.getDocument("q"),
            "ops", write -> write.getDocument("filter"));

    private final List<List<String>> commands = new CopyOnWriteArrayList<>();

    @Override
    public void commandStarted(CommandStartedEvent event) {
      PARTS.forEach(
          (name, part) -> {
            if (event.getCommand().containsKey(name)) {
              List<String> ids = new ArrayList<>();
              for (BsonValue write : event.getCommand().getArray(name)) {
                assertThat(write.asDocument().getBoolean("multi", BsonBoolean.FALSE).getValue())
                    .isFalse();
                ids.add(part.apply(write.asDocument()).asDocument().getString("_id").getValue());
              }
              commands.add(ids);
            }
          });
    }
  }

  private final Random random = Seed.random("CommandOrderTest");

  @Test
  void ofTheCollectionsBulks() {
    ascend(Servers.inProcessUri(), IN_PROCESS);
  }

  @Test
  void ofTheClientsBulk() {
    ascend(Servers.tellingUri(), TELLING);
  }

  private void ascend(String uri, FreshDatabase database) {
    Ids ids = new Ids();
    try (MongoClient client = Servers.heard(uri, ids)) {
      MongoStore store = MongoStore.using(client, database.database().getName(), Servers.QUIET);
      ids.commands.clear();
      runAll(store);
    }
    assertThat(ids.commands).filteredOn(command -> command.size() > 10).hasSizeGreaterThan(9);
    assertThat(ids.commands)
        .allSatisfy(command -> assertThat(command).isSortedAccordingTo(String::compareTo));
  }

  /** Every write of the protocol, of many documents each, at random order. */
  private void runAll(MongoStore store) {
    Holding holding = new Holding(store);
    store
        .accounts()
        .open(
            shuffled(
                IntStream.range(0, ACCOUNTS)
                    .mapToObj(n -> account("a" + n).opening(usd("100")))
                    .toList()));
    List<NewTransaction> bodies =
        shuffled(
            IntStream.range(0, TRANSFERS)
                .mapToObj(n -> transfer("t" + n, any(n), any(n + 7), cents(1 + n)))
                .toList());
    store
        .records()
        .insert(bodies.stream().map(body -> NewRecord.alone(body, Transfers.OWNER)).toList());
    List<Placing> holds =
        shuffled(
            IntStream.range(0, TRANSFERS)
                .boxed()
                .flatMap(
                    n ->
                        Stream.of(
                            Requests.debit("t" + n, any(n), 1 + n),
                            Requests.credit("t" + n, any(n + 7), 1 + n)))
                .toList());
    holding.held(holds);
    // some are short, and explained each on its own
    holding.place(
        shuffled(
            IntStream.range(0, ACCOUNTS)
                .mapToObj(
                    n ->
                        n % 3 == 0
                            ? Requests.debit("u" + n, "a" + n, 500_00)
                            : Requests.credit("u" + n, "a" + n, 1_00))
                .toList()));
    assertThat(holding.stamp(holds, 2)).containsOnly(MatchOutcome.MATCHED);
    store
        .records()
        .move(bodies.stream().map(body -> Transfers.decide(body.id().value(), 1)).toList());
    List<Placing> stamped = holds.stream().map(one -> Requests.at(2, one)).toList();
    assertThat(holding.settle(stamped.subList(0, 40))).containsOnly(MatchOutcome.MATCHED);
    holding.release(stamped.subList(20, 80));
    holding.withdraw(stamped.subList(60, stamped.size()));
    store.records().move(bodies.stream().map(body -> Transfers.finish(body.id().value())).toList());
  }

  private static String any(int n) {
    return "a" + n % ACCOUNTS;
  }

  private <T> List<T> shuffled(List<T> things) {
    List<T> shuffled = new ArrayList<>(things);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
