package io.twophase.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that cannot be read are named, to people and machines, and nobody is sent round. */
class UnreadableDocumentsTest {

  @TempDir Path folder;
  private EmbeddedServer server;

  @BeforeEach
  void plant() {
    server = EmbeddedServer.inMemory(0);
    CommandRun.on(server.uri(), "account", "open", "A", "--balance", "5");
    CommandRun.on(server.uri(), "account", "open", "B");
    try (MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase database = client.getDatabase("twophase");
      database
          .getCollection("transactions")
          .insertOne(new Document("_id", "broken").append("state", "pending").append("v", 99));
      database
          .getCollection("accounts")
          .insertOne(
              Document.parse(
                  "{_id: 'odd', balance: 'x', pendingTransactions: [{id: 't', epoch: 1, debit: 1}],"
                      + " v: 1}"));
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aRecordThatCannotBeReadIsNotAskedForAgainAndAgain() {
    CommandRun transfer = CommandRun.on(server.uri(), "transfer", "A", "B", "1", "--id", "broken");

    assertThat(transfer.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(transfer.complaints())
        .singleElement()
        .asString()
        .contains("cannot be read", "no command resolves that", "document 'broken'", "audit");
    assertThat(CommandRun.on(server.uri(), "cancel", "broken").complaints())
        .singleElement()
        .asString()
        .contains("no command resolves that");
    assertThat(CommandRun.on(server.uri(), "reverse", "broken").complaints())
        .singleElement()
        .asString()
        .contains("no command resolves that");
  }

  @Test
  void anImportsSummarySaysWhyTheFirstRowHasNoAnswer() throws IOException {
    Path transfers = folder.resolve("t.csv");
    Files.writeString(transfers, "id,source,destination,amount\nx,A,B,1\nbroken,A,B,1\ny,A,B,1\n");

    CommandRun ran =
        CommandRun.on(server.uri(), "--json", "import", "--transfers", transfers.toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(ran.json().get("firstUnknown").asText())
        .contains("line 3", "broken", "cannot be read");
    assertThat(ran.err())
        .contains("2 rows without a certain answer; the first: line 3, transfer broken")
        .contains("no command resolves that: mend or remove the document 'broken'");
  }

  @Test
  void scrubSaysWhatItCouldNotLookAt() {
    CommandRun scrub = CommandRun.on(server.uri(), "scrub");

    assertThat(scrub.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(scrub.out()).contains("no orphans among what could be read; 1 document");
    assertThat(scrub.complaints()).singleElement().asString().contains("account odd cannot be");
    assertThat(unreadable(CommandRun.on(server.uri(), "--json", "scrub"))).isEqualTo("odd");
  }

  @Test
  void listsCarryThemInJsonToo() {
    assertThat(unreadable(CommandRun.on(server.uri(), "--json", "account", "list")))
        .isEqualTo("odd");
    assertThat(unreadable(CommandRun.on(server.uri(), "--json", "tx", "list"))).isEqualTo("broken");
    assertThat(CommandRun.on(server.uri(), "account", "list").exitCode())
        .isEqualTo(ExitCode.REFUSED);
  }

  private static String unreadable(CommandRun ran) {
    JsonNode unreadable = ran.json().get("unreadable");
    assertThat(unreadable).as(ran.out()).hasSize(1);
    assertThat(unreadable.get(0).get("fault").asText()).isNotEmpty();
    return unreadable.get(0).get("id").asText();
  }
}
