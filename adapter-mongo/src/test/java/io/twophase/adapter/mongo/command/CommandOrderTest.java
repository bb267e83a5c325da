package io.twophase.adapter.mongo.command;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
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
                assertThat(write.asDocument().getBoolean("multi", BSON_FALSE).getValue()).isFalse();
                ids.add(part.apply(write.asDocument()).asDocument().getString("_id").getValue());
              }
              commands.add(ids);
            }
          });
    }
  }

  private static final org.bson.BsonBoolean BSON_FALSE = org.bson.BsonBoolean.FALSE;

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
    try (MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .addCommandListener(ids)
                .build())) {
      MongoStore store =
          MongoStore.using(
              client,
              database.database().getName(),
              MongoStoreSettings.defaults().withProbe(false));
      ids.commands.clear();
      runAll(store.accounts(), store.transactions());
    }
    assertThat(ids.commands).filteredOn(command -> command.size() > 10).hasSizeGreaterThan(9);
    assertThat(ids.commands)
        .allSatisfy(command -> assertThat(command).isSortedAccordingTo(String::compareTo));
  }

  /** Every write of the protocol, of many documents each, at random order. */
  private void runAll(AccountRepository accounts, TransactionRepository transactions) {
    accounts.open(
        shuffled(
            IntStream.range(0, ACCOUNTS)
                .mapToObj(n -> account("a" + n).opening(usd("100")))
                .toList()));
    List<NewTransaction> bodies =
        shuffled(
            IntStream.range(0, TRANSFERS)
                .mapToObj(n -> transfer("t" + n, any(n), any(n + 7), cents(1 + n)))
                .toList());
    transactions.begin(
        bodies.stream()
            .<NewRecord>map(body -> new NewRecord.Begun(body, APP, token("x")))
            .toList());
    List<Leg> legs =
        shuffled(
            bodies.stream()
                .flatMap(b -> b.accountOperations().stream().map(o -> new Leg(b.id(), epoch(1), o)))
                .toList());
    accounts.hold(legs);
    // short ones, too: each is sent on its own then
    accounts.hold(
        shuffled(
            IntStream.range(0, ACCOUNTS)
                .mapToObj(
                    n ->
                        new Leg(
                            transactionId("u" + n),
                            epoch(1),
                            n % 3 == 0 ? debit("a" + n, usd("500")) : credit("a" + n, usd("1"))))
                .toList()));
    accounts.stamp(
        legs.stream().map(l -> new Leg(l.transaction(), epoch(2), l.operation())).toList());
    transactions.advance(
        bodies.stream().<Transition>map(b -> new Transition.Decide(b.id(), epoch(1))).toList());
    List<Leg> half =
        legs.stream().map(l -> new Leg(l.transaction(), epoch(2), l.operation())).toList();
    assertThat(accounts.settle(half.subList(0, 40)))
        .containsOnly(io.twophase.domain.outcome.MatchOutcome.MATCHED);
    accounts.release(half.subList(20, 80));
    accounts.withdraw(half.subList(60, half.size()));
    transactions.advance(
        bodies.stream().<Transition>map(b -> new Transition.Finish(b.id())).toList());
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
