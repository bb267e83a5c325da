package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.credit;
import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.ActionId;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.RecordId;
import io.twophase.ports.EventRepository;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * After a failover, a majority read may be older than a write that was acknowledged before it. By
 * such a read alone nothing is refused, and no event gets a number.
 */
class StaleRefusalTest {

  @AutoClose private final FaultyServer server = FaultyServer.replicaSet();
  private final MongoClient client = server.client("");
  private final StaleReads reads = new StaleReads();
  private final MongoStore store = Servers.bank(client);

  /** A secondary that has nothing yet, and answers no linearizable read. */
  private static Document secondary(Document asked) {
    return asked.toString().contains("linearizable")
        ? FaultyServer.error(10107).answer(none -> none, asked)
        : FaultyServer.found(List.of());
  }

  @Test
  void whoReadsFromSecondariesIsToldOfHoldsByThePrimary() {
    store.accounts().open(List.of(account("poor").opening(usd("0"))));
    server.on(
        "find",
        (sound, asked) ->
            asked.containsKey("$readPreference") ? secondary(asked) : sound.apply(asked));
    MongoStoreSettings settings = MongoStoreSettings.defaults().withUnsafeAllowed(true);
    try (MongoClient reading = server.client("replicaSet=rs&readPreference=secondaryPreferred")) {
      Holding unsafe = new Holding(Servers.bank(reading, settings));

      assertThat(unsafe.place(debit("t1", "poor", 1)))
          .returns(Answer.Kind.SHORT, Answer::kind)
          .returns(0L, Answer::available);
      unsafe.held(credit("t2", "poor", 1));
      assertThat(unsafe.store().actions().find(new ActionId("a"))).isEmpty();
    }
  }

  @Test
  void recordsWhoseIdsNameNothingKeepNoOthersFromTheirNumbers() {
    EventRepository events = store.events();
    events.turnOn();
    long earlier = System.currentTimeMillis() - Duration.ofMinutes(1).toMillis();
    Servers.bank(client, "transactions")
        .insertMany(
            IntStream.rangeClosed(0, EventRepository.MOST_AT_ONCE)
                .mapToObj(
                    n ->
                        new BsonDocument("_id", n == 0 ? new BsonString("t1") : new BsonInt32(n))
                            .append("decidedAt", new BsonDateTime(n == 0 ? earlier + 1 : earlier)))
                .toList());

    assertThat(events.unnumbered()).extracting(RecordId::value).containsExactly("t1");
  }

  @Test
  void aRecordThatWasNumberedSinceGetsNoSecondNumber() {
    EventRepository events = store.events();
    events.turnOn();
    store.records().insert(List.of(begun("t1")));
    store.records().move(List.of(decide("t1", 1)));
    Awaitility.await().until(() -> !events.unnumbered().isEmpty());
    server.on("find", reads);
    store.records().find(List.of(new RecordId("t1")));
    List<RecordId> listed = events.unnumbered();
    events.give(1, listed);
    events.mark(List.of(new NumberedRecord(1, listed.get(0))));
    reads.beStale();

    assertThat(events.unnumbered()).isEmpty();
  }

  @Test
  void aConsumerIsThereForRetentionAsSoonAsItIsAdded() {
    EventRepository events = store.events();
    server.on("find", reads);
    assertThat(events.consumers()).isEmpty();
    reads.beStale();
    EventConsumer mail = new EventConsumer(new ConsumerName("mail"), EventPosition.START);
    events.add(mail);

    assertThat(events.consumers()).containsExactly(Either.right(mail));
  }
}
