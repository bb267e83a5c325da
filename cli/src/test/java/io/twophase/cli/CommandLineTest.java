package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a command line or a store is one line and the right exit code. */
class CommandLineTest {

  @TempDir Path folder;

  @Test
  void anUnknownCommandIsNamed() {
    CommandRun ran = CommandRun.command("frobnicate");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints())
        .containsExactly("twophase: unknown command 'frobnicate'; see twophase --help");
    assertThat(CommandRun.command("account", "frob").complaints())
        .containsExactly("twophase: unknown command 'frob'; see twophase account --help");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trasnfer A B 1 | unknown command 'trasnfer'; did you mean 'transfer'? see twophase --help",
        "account opn A | unknown command 'opn'; did you mean 'open'? see twophase account --help",
        "tx lst | unknown command 'lst'; did you mean 'list'? see twophase tx --help",
        "transfer A B 1 --refrence x | unknown option '--refrence'; did you mean '--reference'? see"
            + " twophase transfer --help",
        "account list --jsno | unknown option '--jsno'; did you mean '--json'? see twophase account"
            + " list --help",
        "account | account needs a command: list, close, freeze, open, show, unfreeze; see twophase"
            + " account --help"
      })
  void whatWasProbablyMeantIsAskedAndTheCommandsHelpIsNamed(String words, String line) {
    assertThat(CommandRun.command(words.split(" ", -1)).complaints())
        .containsExactly("twophase: " + line);
  }

  @Test
  void aGroupOfCommandsNamesThem() {
    assertThat(CommandRun.command("store").err())
        .startsWith("twophase: store needs a command: ")
        .contains("set", "show", "check", "backup", "compact")
        .endsWith("; see twophase store --help\n");
    assertThat(CommandRun.command().err())
        .startsWith("twophase: twophase needs a command: account, statement, transfer, ")
        .endsWith("; see twophase --help\n");
  }

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
  void aMissingCommandOrArgumentIsBadInput() {
    assertThat(CommandRun.command().exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CommandRun.command("account").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CommandRun.command("transfer", "A", "B").complaints())
        .containsExactly(
            "twophase: Missing required parameter: 'AMOUNT'; see twophase transfer --help");
    assertThat(CommandRun.command("transfer", "A", "B", "1", "--frob").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void helpAndVersionAreAnswered() {
    assertThat(CommandRun.command("--help").exitCode()).isZero();
    assertThat(CommandRun.command("--help").out()).contains("import", "Exit codes");
    assertThat(CommandRun.command("import", "--help").out()).contains("--columns");
    assertThat(CommandRun.command("--version").out()).startsWith("twophase ");
  }

  @Test
  void aStoreThatIsNoneIsBadInput() {
    assertThat(CommandRun.on("mysql://x", "audit").complaints())
        .containsExactly(
            "twophase: store 'mysql://x' is none of embedded:DIR, memory:, mongodb://… and"
                + " mongodb+srv://…");
    assertThat(CommandRun.on("embedded:", "audit").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CommandRun.on("mongodb://", "audit").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CommandRun.on("mongodb://", "audit").complaints()).hasSize(1);
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
  void theLatestIsShownAsTheOrdinaryIs() {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "5");
    CommandRun.on(store, "account", "open", "B");
    CommandRun.on(store, "transfer", "A", "B", "1", "--id", "t1");

    assertThat(CommandRun.on(store, "account", "show", "A", "--latest"))
        .isEqualTo(CommandRun.on(store, "account", "show", "A"));
    assertThat(CommandRun.on(store, "tx", "show", "t1", "--latest"))
        .isEqualTo(CommandRun.on(store, "tx", "show", "t1"));
    assertThat(CommandRun.on(store, "tx", "show", "t1", "--latest").out()).contains("done");
    assertThat(CommandRun.on(store, "account", "show", "nowhere", "--latest").exitCode())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(CommandRun.on(store, "audit").exitCode()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void whatOnlyAServerHasIsNotForOtherStores() {
    assertThat(CommandRun.on("memory:", "audit", "--server-transactions").complaints())
        .containsExactly("twophase: --server-transactions is for a mongodb:// store");
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
  void anUnknownOptionIsNamedWithoutWhatComesBehindIt() {
    CommandRun ran = CommandRun.on("memory:", "transfer", "A", "B", "1", "--currenzy", "EUR");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints())
        .containsExactly("twophase: unknown option '--currenzy'; see twophase transfer --help");
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
  void toReadNoStoreIsMade() {
    Path none = folder.resolve("none");
    for (String command :
        List.of(
            "account list",
            "account show A",
            "statement A",
            "tx list",
            "tx show t",
            "events",
            "events consumers",
            "events forget mail",
            "audit")) {
      CommandRun ran = CommandRun.on("embedded:" + none, command.split(" "));

      assertThat(ran.exitCode()).as(command).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.out()).as(command).isEmpty();
      assertThat(ran.complaints())
          .as(command)
          .containsExactly(
              "twophase: there is no directory "
                  + none
                  + ", and so no store to read; twophase --store 'embedded:"
                  + none
                  + "' account open ID makes one, and import does");
      assertThat(none).as(command).doesNotExist();
    }

    assertThat(CommandRun.on("embedded:" + none, "account", "open", "A").exitCode()).isZero();
    assertThat(CommandRun.on("embedded:" + none, "account", "list").exitCode()).isZero();
  }

  @Test
  void withJsonAFailureIsOneJsonDocumentToo() {
    CommandRun ran =
        CommandRun.on("mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200", "--json", "audit");

    assertThat(ran.json().get("error").get("exitCode").asInt()).isEqualTo(ExitCode.UNREACHABLE);
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
