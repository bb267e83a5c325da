package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short demonstration: its workers are killed, and nothing is lost or doubled. */
class DemoIT {

  @Test
  void aPaymentIsNeitherLostNorDoubledAndNothingIsLeftOnTheServer(@TempDir Path folder)
      throws Exception {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri());
        CommandProcess demo =
            CommandProcess.start(
                folder.resolve("log"), "--store", server.uri(), "demo", "--for", "1s", "--json")) {
      assertThat(demo.exitCode()).as(demo::output).isEqualTo(ExitCode.DONE);
      JsonNode answer = new ObjectMapper().readTree(demo.output());
      assertThat(answer.get("orders").asInt()).isPositive();
      assertThat(answer.get("paid").asInt() + answer.get("refused").asInt())
          .isEqualTo(answer.get("orders").asInt() - answer.get("unpaid").asInt());
      assertThat(answer.get("paid").asInt()).isPositive();
      assertThat(answer.get("kills").asInt()).isPositive();
      assertThat(answer.get("lost").asInt()).isZero();
      assertThat(answer.get("doubled").asInt()).isZero();
      assertThat(answer.get("findings")).isEmpty();
      assertThat(client.listDatabaseNames().into(new ArrayList<>()))
          .noneMatch(name -> name.startsWith("twophase-demo"));
    }
  }
}
