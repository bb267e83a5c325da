package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.Owner;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonNull;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which indexes there are, and which commands a server can plan over them. */
class IndexesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client();

  private Records records() {
    Records records = MongoStore.using(client, FRESH.database().getName(), Servers.QUIET).records();
    recorder.documents();
    return records;
  }

  @Test
  void whoLooksForOpenTransactionsSaysWhatTheIndexIsLimitedTo() {
    Records records = records();

    records.list(RecordQuery.unfinished(Duration.ofHours(1), 10));
    for (State state : State.values()) {
      records.list(RecordQuery.latest(Optional.of(state), Optional.empty(), Labels.NONE, 10));
    }

    assertThat(recorder.documents())
        .extracting(find -> find.getDocument("filter").get("finishedAt"))
        .containsExactly(
            BsonNull.VALUE, // unfinished
            BsonNull.VALUE, // initial
            BsonNull.VALUE, // pending
            BsonNull.VALUE, // authorized
            BsonNull.VALUE, // applied
            null, // done
            BsonNull.VALUE, // canceling
            null); // canceled
  }

  @Test
  void noTransitionSaysItSoNoneIsPlannedOverIt() {
    Records records = records();
    NewRecord begun = StoredRecords.alone(transfer("t", "A", "B", usd("1")));
    Owner owner = new Owner(APP, token("x"));

    records.move(List.of(Transition.acquire(begun.id(), epoch(0), owner)));
    records.move(List.of(Transition.acquire(begun.id(), epoch(1), owner)));
    for (State end : List.of(State.DONE, State.CANCELED)) {
      StoredRecords.to(begun, end, Verdict.ALL_APPLIED)
          .forEach(transition -> records.move(List.of(transition)));
    }

    assertThat(recorder.documents())
        .hasSize(6)
        .flatExtracting(update -> update.getArray("updates"))
        .extracting(update -> update.asDocument().getDocument("q"))
        .allSatisfy(
            filter -> {
              assertThat(filter.getFirstKey()).isEqualTo("_id");
              assertThat(filter).doesNotContainKey("finishedAt");
            });
  }

  @Test
  void theEndOfEventsDropsTheirIndexWithinTheCallersLimit() {
    MongoStore store = MongoStore.using(client, FRESH.database().getName(), Servers.QUIET);
    store.events().turnOn();
    recorder.documents();

    boolean isOff =
        store
            .callLimit()
            .within(
                Duration.ofHours(1),
                () -> {
                  store.events().turnOff();
                  return true;
                });

    assertThat(isOff).isTrue();
    assertThat(recorder.documents())
        .filteredOn(command -> command.containsKey("dropIndexes"))
        .singleElement()
        .satisfies(drop -> assertThat(drop).containsKey("maxTimeMS"));
  }
}
