package io.twophase.adapter.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.Connection.Concerns;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of reads and writes, by what a URI says of them. */
class ConcernsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final MongoStoreSettings SAFE = MongoStoreSettings.defaults();

  private static Concerns of(String options, MongoStoreSettings settings) {
    return Concerns.of(new ConnectionString("mongodb://u:s3cret@h/bank?" + options), settings);
  }

  private static WriteConcern majority(long waitMillis) {
    return WriteConcern.MAJORITY.withWTimeout(waitMillis, TimeUnit.MILLISECONDS);
  }

  @Test
  void aUriThatSaysNothingGetsWhatTheProtocolNeeds() {
    assertThat(of("", SAFE))
        .isEqualTo(new Concerns(majority(10_000), ReadConcern.MAJORITY, ReadPreference.primary()));
  }

  @Test
  void aUriMayAskForAsMuchOrMore() {
    assertThat(of("w=majority&wtimeoutMS=700", SAFE).write()).isEqualTo(majority(700));
    assertThat(of("journal=true", SAFE).write()).isEqualTo(majority(10_000).withJournal(true));
    assertThat(of("wtimeoutMS=0", SAFE).write()).isEqualTo(majority(0));
    assertThat(of("readConcernLevel=majority&readPreference=primary", SAFE))
        .isEqualTo(of("retryWrites=false&retryReads=false", SAFE));
    assertThat(of("readConcernLevel=linearizable", SAFE).read())
        .isEqualTo(ReadConcern.LINEARIZABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "w=1",
    "w=2",
    "w=someDataCentre",
    "journal=false",
    "readConcernLevel=local",
    "readConcernLevel=available",
    "readConcernLevel=snapshot",
    "readPreference=secondary",
    "readPreference=secondaryPreferred",
    "readPreference=primaryPreferred",
    "readPreference=nearest",
  })
  void aUriThatAsksForLessIsRefusedByName(String option) {
    assertThatThrownBy(() -> of("appName=x&" + option, SAFE))
        .isExactlyInstanceOf(UnsafeStoreException.class)
        .hasMessageStartingWith("the store's URI says " + option + ": ")
        .hasMessageEndingWith("; leave it out, or allow an unsafe store")
        .hasMessageNotContaining("s3cret")
        .message()
        .hasLineCount(1);
    assertThatCode(() -> of(option, SAFE.withUnsafeAllowed(true))).doesNotThrowAnyException();
  }

  @Test
  void aUriThatMayBeUnsafeIsTakenAtItsWord() {
    assertThat(
            of(
                "w=1&journal=false&readConcernLevel=local&readPreference=nearest&wtimeoutMS=5",
                SAFE.withUnsafeAllowed(true)))
        .isEqualTo(
            new Concerns(
                WriteConcern.W1.withJournal(false).withWTimeout(5, TimeUnit.MILLISECONDS),
                ReadConcern.LOCAL,
                ReadPreference.nearest()));
    assertThat(of("w=here", SAFE.withUnsafeAllowed(true)).write().getWString()).isEqualTo("here");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingAllowsWritesWithoutAnAnswer(boolean allowed) {
    assertThatThrownBy(() -> of("w=0", allowed ? SAFE.withUnsafeAllowed(true) : SAFE))
        .isInstanceOf(UnsafeStoreException.class)
        .hasMessage(
            "the store's URI says w=0: no write is answered then, and the protocol goes by"
                + " answers");
  }

  @Test
  void anUnsafeUriIsRefusedBeforeAnyServerIsAsked() {
    assertThatThrownBy(() -> MongoStore.open("mongodb://no.such.host.invalid/?w=1", SAFE))
        .isInstanceOf(UnsafeStoreException.class);
  }

  @Test
  void aClientIsJudgedByWhatItShows() {
    try (MongoClient client =
        MongoClients.create(Servers.inProcessUri() + "?readPreference=nearest")) {
      assertThatThrownBy(() -> MongoStore.using(client, FRESH.database().getName(), SAFE))
          .isInstanceOf(UnsafeStoreException.class)
          .hasMessageStartingWith("the client says readPreference=nearest: ");
      MongoStore.using(client, FRESH.database().getName(), SAFE.withUnsafeAllowed(true));
    }
  }
}
