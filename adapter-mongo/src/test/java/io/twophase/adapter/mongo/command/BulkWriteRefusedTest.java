package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.adapter.mongo.testing.Transfers.finish;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.lang.reflect.Proxy;
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
    MongoStore store = Servers.bank(client, SETTINGS.withProbe(probe));

    aTransferGoesThrough(store, "t1");
    aTransferGoesThrough(store, "t2");

    assertThat(Collections.frequency(recorder.commands(), BULK_WRITE)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {115, 59})
  void soDoesOneThatComesAfterAProbeThatPassed(int code) {
    MongoStore store = Servers.bank(client, SETTINGS);
    aTransferGoesThrough(store, "t1");
    assertThat(recorder.commands()).contains(BULK_WRITE);
    refusal.set(code);

    aTransferGoesThrough(store, "t2");
    aTransferGoesThrough(store, "t3");

    assertThat(Collections.frequency(recorder.commands(), BULK_WRITE)).isEqualTo(1);
  }

  /** A host's own client, with AutoEncryptionSettings. */
  @Test
  void aClientThatEncryptsByItselfHasNoSuchCommandAndTransfersGoThrough() {
    MongoClient encrypting = withoutBulkWrite(MongoClient.class, client);
    recorder.commands();

    aTransferGoesThrough(Servers.bank(encrypting, SETTINGS), "t1");

    assertThat(recorder.commands()).contains("update").doesNotContain(BULK_WRITE);
  }

  /** A client that refuses the command as the driver's own do that encrypt. */
  private static <T> T withoutBulkWrite(Class<T> type, T cluster) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals(BULK_WRITE)) {
                throw new IllegalStateException(
                    "state should be: `autoEncryptionSettings` is null, as bulkWrite does not"
                        + " currently support automatic encryption");
              }
              Object answer = method.invoke(cluster, arguments);
              return method.getReturnType() == MongoCluster.class
                  ? withoutBulkWrite(MongoCluster.class, (MongoCluster) answer)
                  : answer;
            }));
  }

  @Test
  void anotherRefusalIsNoReasonToSendTheUpdatesOtherwise() {
    Holding holding = new Holding(Servers.bank(client, SETTINGS.withProbe(false)));
    Transfers.open(holding.store());
    refusal.set(13);
    recorder.commands();

    assertThatThrownBy(() -> holding.place(Transfers.holds("t1")))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("code 13, no bulkWrite here");
    assertThat(recorder.commands()).contains(BULK_WRITE).doesNotContain("update");

    refusal.set(91);
    assertThat(holding.place(Transfers.holds("t1"))).containsOnly(Answer.inDoubt());
    assertThat(recorder.commands()).containsOnly(BULK_WRITE);
  }

  private static void aTransferGoesThrough(MongoStore store, String id) {
    Transfers.open(store);
    Holding holding = new Holding(store);
    List<Placing> holds = Transfers.holds(id);

    assertThat(store.records().insert(List.of(begun(id))))
        .containsExactly(List.of(BeginOutcome.BEGUN));
    holding.held(holds);
    assertThat(store.records().move(List.of(decide(id, 1)))).containsExactly(MATCHED);
    assertThat(holding.settle(holds)).containsOnly(MATCHED);
    assertThat(store.records().move(List.of(finish(id)))).containsExactly(MATCHED);
  }
}
