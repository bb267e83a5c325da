package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a command line or a store is one line and the right exit code. */
class CommandLineTest {

  @TempDir Path folder;

  @Test
  void anArgumentThatBeginsWithAtNamesNoFileOfArguments() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "root:x:0 s3cret");
    CommandRun.on("embedded:" + folder.resolve("data"), "account", "open", "A");

    CommandRun.on("embedded:" + folder.resolve("data"), "account", "show", "@" + secret)
        .failsWith(ExitCode.REFUSED)
        .isEqualTo("twophase: there is no account @" + secret);
  }

  @Test
  void theVersionIsAnswered() {
    assertThat(CommandRun.command("--version").succeeds().out()).startsWith("twophase ");
  }

  @Test
  void anUnsafeStoreIsBadInputUnlessItIsAskedFor() {
    String uri = "mongodb://127.0.0.1:1/bank?serverSelectionTimeoutMS=200&w=";
    CommandRun.on(uri + "1", "audit")
        .failsWith(ExitCode.BAD_INPUT)
        .isEqualTo(
            "twophase: the store's URI says w=1: a write that no majority has can be undone after"
                + " it was acknowledged; leave it out, or allow an unsafe store (--unsafe-store)");
    CommandRun.on(uri + "1", "--unsafe-store", "audit").failsWith(ExitCode.UNREACHABLE);
    CommandRun.on(uri + "1", "audit", "--unsafe-store").failsWith(ExitCode.UNREACHABLE);
    CommandRun.on(uri + "0", "--unsafe-store", "audit").failsWith(ExitCode.BAD_INPUT);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:1, 127.0.0.1:1",
    "nohost.invalid, cannot be reached: no host is known by the name nohost.invalid"
  })
  void aServerThatIsNotThereIsUnreachable(String host, String said) {
    CommandRun ran =
        CommandRun.on("mongodb://" + host + "/bank?serverSelectionTimeoutMS=200", "audit");

    ran.failsWith(ExitCode.UNREACHABLE).contains(said);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeMadeIsSaidToBeThat() {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "there is no /proc here");

    CommandRun.on("embedded:/proc/none", "account", "open", "A")
        .failsWith(ExitCode.STORE_REFUSED)
        .contains("/proc/none is not there, or cannot be made there");
  }

  @Test
  void verboseAddsAStackTrace() {
    assertThat(CommandRun.command("--verbose", "--store", "memory:", "account", "show", "x").err())
        .contains("\tat io.twophase");
  }

  @Test
  void aFolderThatIsInUseIsRefusedByName() {
    Path data = folder.resolve("data");
    try (EmbeddedServer other = EmbeddedServer.open(data, 0)) {
      assertThat(other.uri()).isNotEmpty();
      CommandRun.on("embedded:" + data, "audit")
          .failsWith(ExitCode.STORE_REFUSED)
          .contains(data.toString());
    }
  }

  /** A host may have made the collections before: here with an index that empties one of them. */
  @Test
  void aServerWhoseCollectionsDoNotKeepWhatIsStoredIsRefusedByName() {
    MongoServer server = new MongoServer(new MemoryBackend());
    String store = server.bindAndGetConnectionString() + "/bank";
    try (MongoClient client = MongoClients.create(store)) {
      client
          .getDatabase("bank")
          .getCollection("transactions")
          .createIndex(
              Indexes.ascending("lastModified"),
              new IndexOptions().name("old").expireAfter(1L, TimeUnit.DAYS));

      CommandRun.on(store, "account", "open", "A")
          .failsWith(ExitCode.STORE_REFUSED)
          .endsWith(
              "is not used: the collection bank.transactions has the index old, by which the server"
                  + " removes documents by their age, held ones too");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void anotherDatabaseOfTheSameServerIsAnotherStore() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      CommandRun.on(server.uri() + "/bank", "account", "open", "B").succeeds();
      CommandRun.on(server.uri(), "account", "show", "B").failsWith(ExitCode.REFUSED);
    }
  }
}
