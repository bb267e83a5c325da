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

/** What is wrong with a command line or a store is one line and the right exit code. */
class CommandLineTest {

  @TempDir Path folder;

  @Test
  void anArgumentThatBeginsWithAtNamesNoFileOfArguments() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "root:x:0 s3cret");
    CommandRun.on("embedded:" + folder.resolve("data"), "account", "open", "A");

    CommandRun ran =
        CommandRun.on("embedded:" + folder.resolve("data"), "account", "show", "@" + secret);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.complaints()).containsExactly("twophase: there is no account @" + secret);
  }

  @Test
  void helpAndVersionAreAnswered() {
    assertThat(CommandRun.command("--help").exitCode()).isZero();
    assertThat(CommandRun.command("--help").out()).contains("import", "Exit codes");
    assertThat(CommandRun.command("import", "--help").out()).contains("--columns");
    assertThat(CommandRun.command("--version").out()).startsWith("twophase ");
  }

  @Test
  void anUnsafeStoreIsBadInputUnlessItIsAskedFor() {
    String uri = "mongodb://127.0.0.1:1/bank?serverSelectionTimeoutMS=200&w=";
    CommandRun refused = CommandRun.on(uri + "1", "audit");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.complaints())
        .containsExactly(
            "twophase: the store's URI says w=1: a write that no majority has can be undone after"
                + " it was acknowledged; leave it out, or allow an unsafe store (--unsafe-store)");
    assertThat(CommandRun.on(uri + "1", "--unsafe-store", "audit").exitCode())
        .isEqualTo(ExitCode.UNREACHABLE);
    assertThat(CommandRun.on(uri + "1", "audit", "--unsafe-store").exitCode())
        .isEqualTo(ExitCode.UNREACHABLE);
    assertThat(CommandRun.on(uri + "0", "--unsafe-store", "audit").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aServerThatIsNotThereIsUnreachable() {
    CommandRun ran =
        CommandRun.on("mongodb://127.0.0.1:1/bank?serverSelectionTimeoutMS=200", "audit");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(ran.complaints()).singleElement().asString().contains("127.0.0.1:1");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aHostThatNobodyKnowsIsSaidToBeThat() {
    CommandRun ran =
        CommandRun.on("mongodb://nohost.invalid/bank?serverSelectionTimeoutMS=200", "audit");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(ran.complaints())
        .singleElement()
        .asString()
        .contains("cannot be reached: no host is known by the name nohost.invalid");
  }

  @Test
  void aFolderThatCannotBeMadeIsSaidToBeThat() {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "there is no /proc here");

    CommandRun ran = CommandRun.on("embedded:/proc/none", "account", "open", "A");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
    assertThat(ran.complaints())
        .singleElement()
        .asString()
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
      CommandRun ran = CommandRun.on("embedded:" + data, "audit");

      assertThat(other.uri()).isNotEmpty();
      assertThat(ran.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
      assertThat(ran.complaints()).singleElement().asString().contains(data.toString());
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

      CommandRun ran = CommandRun.on(store, "account", "open", "A");

      assertThat(ran.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
      assertThat(ran.complaints())
          .singleElement()
          .asString()
          .endsWith(
              "is not used: the collection bank.transactions has the index old, by which the server"
                  + " removes documents by their age, held ones too");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void aFolderThatIsAFileIsRefusedByName() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    CommandRun ran = CommandRun.on("embedded:" + file, "audit");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
    assertThat(ran.complaints()).singleElement().asString().contains(file.toString());
  }

  @Test
  void anyServerIsReachedByItsUri() {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0)) {
      String uri = server.uri() + "/bank";
      assertThat(CommandRun.on(uri, "account", "open", "A", "--balance", "5").exitCode()).isZero();
      assertThat(CommandRun.on(uri, "account", "open", "B").exitCode()).isZero();
      assertThat(CommandRun.on(uri, "transfer", "A", "B", "2").exitCode()).isZero();
      assertThat(
              CommandRun.on(uri, "--json", "account", "show", "B").json().get("balance").asText())
          .isEqualTo("2.00");
      // another database of the same server is another store
      assertThat(CommandRun.on(server.uri(), "account", "show", "B").exitCode())
          .isEqualTo(ExitCode.REFUSED);
    }
  }
}
