package io.twophase.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A store that an older release has used")
class AllowVersion2Test {

  private static final String FILE =
      """
      {"id": "t1", "operations": [{"debit": "A", "amount": "1"}, {"credit": "B", "amount": "1"}]}
      {"id": "t2", "operations": [{"insert": "orders", "document": {"_id": "o1"}}]}
      {"id": "t3", "operations": [{"debit": "A", "amount": "2"}, {"credit": "B", "amount": "2"}]}
      """;

  @TempDir Path folder;

  private void anOlderReleaseHasBeenHere() {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoClient client = MongoClients.create(server.uri())) {
      client
          .getDatabase("twophase")
          .getCollection("twophase_settings")
          .insertOne(Document.parse("{_id: 'transactions', writes: 1}"));
    }
    run("account", "open", "A", "--balance", "10");
    run("account", "open", "B");
  }

  @Test
  @DisplayName("refuses what that cannot read, and nothing else, until it is allowed")
  void isAllowed() throws IOException {
    anOlderReleaseHasBeenHere();
    String file = Files.writeString(folder.resolve("some.jsonl"), FILE).toString();

    CommandRun before = run("run", file);
    CommandRun asked = run("store", "allow-version2");
    CommandRun stillBefore = run("run", file);
    CommandRun allowed = run("store", "allow-version2", "--yes");
    CommandRun after = run("run", file);

    assertThat(before.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(before.out())
        .isEqualTo(
            """
            t1  done
            t2  refused  VersionNotAllowed
            t3  done
            3 transactions: 2 done, 1 refused
            """);
    assertThat(before.complaints())
        .singleElement()
        .asString()
        .startsWith(
            "twophase: transaction t2 refused: its record would be of the form v: 2 or v: 3")
        .contains("nothing was written", "store allow-version2");
    assertThat(stillBefore).isEqualTo(before);
    assertThat(asked.exitCode()).isZero();
    assertThat(asked.out())
        .startsWith("Records of the forms v: 2 and v: 3 are not allowed")
        .endsWith("To do this: twophase store allow-version2 --yes\n");
    assertThat(allowed.out())
        .isEqualTo("records of the forms v: 2 and v: 3 are allowed from now on\n");
    assertThat(after.exitCode()).isZero();
    assertThat(after.out()).endsWith("3 transactions: 3 done\n");
    assertThat(run("account", "show", "B").out()).contains("balance          3.00");
  }

  @Test
  @DisplayName("refuses authorizations until then, and takes the same one after it")
  void authorizations() {
    anOlderReleaseHasBeenHere();
    String[] asked = {"authorize", "A", "B", "1", "--id", "t"};

    CommandRun refused = run(asked);
    run("store", "allow-version2", "--yes");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.out()).isEqualTo("authorization t  refused\n");
    assertThat(refused.complaints())
        .singleElement()
        .asString()
        .startsWith(
            "twophase: authorization t refused: its record would be of the form v: 2 or v: 3,")
        .contains("nothing was written", "store allow-version2")
        .endsWith("the same can be asked again");
    assertThat(run(asked).exitCode()).isZero();
  }

  @Test
  @DisplayName("says in JSON whether it was allowed, and whether that has changed")
  void json() {
    anOlderReleaseHasBeenHere();

    assertThat(run("--json", "store", "allow-version2").json().toString())
        .isEqualTo("{\"version2Allowed\":false,\"changed\":false}");
    assertThat(run("--json", "store", "allow-version2", "--yes").json().toString())
        .isEqualTo("{\"version2Allowed\":true,\"changed\":true}");
    assertThat(run("--json", "store", "allow-version2", "--yes").json().toString())
        .isEqualTo("{\"version2Allowed\":true,\"changed\":false}");
  }

  @Test
  @DisplayName("is told from one in memory, and from a new one")
  void others() {
    assertThat(run("store", "allow-version2").out())
        .isEqualTo("records of the forms v: 2 and v: 3 are allowed already\n");
    CommandRun inMemory = CommandRun.on("memory:", "store", "allow-version2");
    assertThat(inMemory.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(inMemory.complaints())
        .containsExactly(
            "twophase: store 'memory:' is a new one each time, and has records of all forms: name"
                + " embedded:DIR or mongodb://…");
  }

  @Test
  @DisplayName("on a server is allowed there")
  void onAServer() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri())) {
      var settings = client.getDatabase("bank").getCollection("twophase_settings");
      settings.insertOne(Document.parse("{_id: 'transactions', writes: 1}"));

      CommandRun.on(server.uri() + "/bank", "store", "allow-version2", "--yes");

      assertThat(settings.find(Document.parse("{_id: 'transactions'}")))
          .singleElement()
          .extracting(setting -> setting.getInteger("writes"))
          .isEqualTo(2);
    }
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }
}
