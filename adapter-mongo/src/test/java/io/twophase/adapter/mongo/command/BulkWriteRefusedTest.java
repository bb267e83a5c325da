package io.twophase.adapter.mongo.command;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.clientbulk.ClientBulkWriteServer;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that speaks MongoDB 8's wire version and refuses its {@code bulkWrite}: it does so at an
 * older feature compatibility version (115), and where an older router stands before it (59).
 */
class BulkWriteRefusedTest {

  private static final String BULK_WRITE = "bulkWrite";
  private static final MongoStoreSettings SETTINGS = MongoStoreSettings.defaults();

  private final AtomicInteger refusal = new AtomicInteger();
  private final MongoServer server = ClientBulkWriteServer.start(refusal::get);
  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client = recorder.client(server.bindAndGetConnectionString());

  @AfterEach
  void stop() {
    client.close();
    server.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({"115, true", "59, true", "115, false", "59, false"})
  void oneRefusalEndsTheUseOfTheCommandAndTransfersGoThrough(int code, boolean probe) {
    refusal.set(code);
    recorder.commands();
    MongoStore store = MongoStore.using(client, "bank", SETTINGS.withProbe(probe));

    aTransferGoesThrough(store, "t1");
    aTransferGoesThrough(store, "t2");

    assertThat(Collections.frequency(recorder.commands(), BULK_WRITE)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {115, 59})
  void soDoesOneThatComesAfterAProbeThatPassed(int code) {
    MongoStore store = MongoStore.using(client, "bank", SETTINGS);
    aTransferGoesThrough(store, "t1");
    assertThat(recorder.commands()).contains(BULK_WRITE);
    refusal.set(code);

    aTransferGoesThrough(store, "t2");
    aTransferGoesThrough(store, "t3");

    assertThat(Collections.frequency(recorder.commands(), BULK_WRITE)).isEqualTo(1);
  }

  @Test
  void anotherRefusalIsNoReasonToSendTheUpdatesOtherwise() {
    MongoStore store = MongoStore.using(client, "bank", SETTINGS.withProbe(false));
    refusal.set(13);
    recorder.commands();

    assertThatThrownBy(() -> store.accounts().hold(legs("t1")))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("code 13, no bulkWrite here");
    assertThat(recorder.commands()).containsExactly(BULK_WRITE);

    refusal.set(91);
    assertThat(store.accounts().hold(legs("t1"))).containsOnly(AccountHoldOutcome.inDoubt());
    assertThat(recorder.commands()).containsOnly(BULK_WRITE);
  }

  private static void aTransferGoesThrough(MongoStore store, String id) {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    NewRecord record =
        new NewRecord.Begun(transfer(id, "A", "B", usd("5")), APP, token("token of " + id));

    assertThat(store.transactions().begin(List.of(record))).containsExactly(BeginOutcome.BEGUN);
    assertThat(store.accounts().hold(legs(id))).containsOnly(AccountHoldOutcome.held());
    assertThat(store.transactions().advance(List.of(decision(id)))).containsExactly(MATCHED);
    assertThat(store.accounts().settle(legs(id))).containsOnly(MATCHED);
    assertThat(store.transactions().advance(List.of(new Transition.Finish(transactionId(id)))))
        .containsExactly(MATCHED);
  }

  private static Transition decision(String id) {
    return new Transition.Decide(transactionId(id), epoch(1));
  }

  private static List<Leg> legs(String id) {
    return List.of(
        new Leg(transactionId(id), epoch(1), debit("A", usd("5"))),
        new Leg(transactionId(id), epoch(1), credit("B", usd("5"))));
  }
}
