package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.testing.AmlSim;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 117,805 transfers between 20,000 accounts, which lie beside this project where they lie at all;
 * else this is skipped, and says so.
 */
class AmlSimTest {

  @TempDir Path folder;

  @BeforeEach
  void skipWhereTheDataIsNot() {
    assumeTrue(AmlSim.isHere(), "skipped: " + AmlSim.FOLDER + " is not here");
  }

  @Test
  void onTheEmbeddedStoreTheBalancesAreThoseExpected() throws Exception {
    String store = "embedded:" + folder.resolve("data");

    JsonNode answer = CommandRun.on(store, AmlSim.importing()).json();

    assertThat(answer.get("rows").asInt()).isEqualTo(117_805);
    assertThat(answer.get("applied").asInt()).isEqualTo(44_932);
    assertThat(answer.get("refused"))
        .hasToString("{\"InsufficientFunds\":72859,\"SameAccount\":14}");
    assertThat(answer.get("unknown").asInt()).isZero();
    assertThat(CommandRun.balances(store)).isEqualTo(Files.readAllLines(AmlSim.expectedBalances()));
    CommandRun audit = CommandRun.on(store, "--json", "audit");
    assertThat(audit.exitCode()).isZero();
    assertThat(audit.json().get("balance").get("USD").asText()).isEqualTo("5600953.52");
    assertThat(audit.json().get("opening").get("USD").asText()).isEqualTo("5600953.52");
  }
}
