package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command reports an error in one shape, and shows no password. */
class AnswersTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "5");
    CommandRun.on(store, "account", "open", "B");
    CommandRun.on(store, "period", "open", "2026-11");
    CommandRun.on(store, "authorize", "A", "B", "1", "--period", "2026-11");
  }

  @Test
  void noPasswordIsShown() {
    String uri = "mongodb://bob:s3cr%40t@127.0.0.1:1/?serverSelectionTimeoutMS=50";

    CommandRun ran = CommandRun.on(uri, "--verbose", "audit");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(ran.err()).doesNotContain("s3cr");
  }

  @Test
  void refusalsAndFailuresHaveOneShape() {
    for (String[] words :
        new String[][] {
          {"1", "InsufficientFunds", "transfer", "A", "B", "6"},
          {"1", "InsufficientFunds", "authorize", "A", "B", "6"},
          {"1", "NotFound", "capture", "x"},
          {"1", "NoSuchAccount", "account", "show", "nobody"},
          {"1", "NotFound", "account", "freeze", "nobody"},
          {"1", "NoSuchTransaction", "tx", "show", "x"},
          {"1", "NoSuchTransaction", "cancel", "x"},
          {"1", "NoSuchTransaction", "reverse", "x"},
          {"1", "NoSuchPeriod", "period", "close", "x"},
          {"1", "StillUndecided", "period", "close", "2026-11"},
          {"1", "NoSuchDocument", "doc", "show", "orders", "x"},
          {"1", "NoSuchTransaction", "proof", "show", "x"},
          {"1", "TreeIsSmaller", "proof", "head", "--size", "9"},
          {"1", "OpenedDifferently", "account", "open", "A"},
          {"2", "BelowFloor", "account", "open", "C", "--balance", "-1"},
          {"2", "BadAmount", "transfer", "A", "B", "x"},
          {"2", "BadAmount", "transfer", "A", "B", "1.234"},
          {"2", "BadId", "transfer", " A", "B", "1"},
          {"2", "BadReference", "transfer", "A", "B", "1", "--reference", " x"},
          {"2", "BadInput", "frob"},
          {"3", "Unreachable", "--store=mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1", "audit"}
        }) {
      List<String> all = new ArrayList<>(List.of("--json"));
      if (!words[2].startsWith("--store")) {
        all.addAll(List.of("--store", store));
      }
      all.addAll(List.of(words).subList(2, words.length));
      CommandRun ran = CommandRun.command(all.toArray(String[]::new));

      JsonNode error = ran.json().get("error");
      assertThat(error).as("%s: %s", all, ran.out()).isNotNull();
      assertThat(error.fieldNames()).toIterable().containsExactly("exitCode", "kind", "message");
      assertThat(error.get("kind").asText()).as("%s", all).isEqualTo(words[1]);
      assertThat(error.get("exitCode").asText()).isEqualTo(words[0]).isEqualTo("" + ran.exitCode());
    }
  }
}
