package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What commands answer: reused ids, reversals, bad rows, standard input. */
@Isolated("standard input is the process's")
class AnswersTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "100");
    CommandRun.on(store, "account", "open", "B");
    CommandRun.on(store, "account", "open", "C");
    CommandRun.on(store, "transfer", "A", "B", "10", "--id", "t1");
  }

  @Test
  void aReusedIdIsARefusalThatNamesWhatDiffers() throws IOException {
    CommandRun other = CommandRun.on(store, "--json", "transfer", "A", "C", "11.00", "--id", "t1");

    assertThat(other.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(other.json().get("state").asText()).isEqualTo("refused");
    assertThat(other.json().get("error").get("kind").asText()).isEqualTo("IdReused");
    assertThat(other.json().get("error").get("differences").get(1))
        .isEqualTo(
            new ObjectMapper()
                .createObjectNode()
                .put("field", "amount")
                .put("stored", "10.00 USD")
                .put("asked", "11.00 USD"));
    assertThat(other.complaints())
        .containsExactly(
            "twophase: transfer t1 refused: id t1 was used before, for another transaction: the"
                + " destination was B, not C, the amount was 10.00 USD, not 11.00 USD; that one is"
                + " done and stays as it is; a new transfer needs a new id");
    assertThat(CommandRun.on(store, "transfer", "A", "C", "11.00", "--id", "t1").out())
        .contains("refused")
        .doesNotContain("done");

    Path transfers = folder.resolve("t.csv");
    Files.writeString(transfers, "id,source,destination,amount\nt1,A,B,12\n");
    CommandRun imported =
        CommandRun.on(store, "--json", "import", "--transfers", transfers.toString());
    assertThat(imported.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(imported.json().get("refused").get("IdReused").asInt()).isEqualTo(1);
    assertThat(imported.err()).contains("line 2 refused", "amount was 10.00 USD, not 12.00 USD");
  }

  @Test
  void aReversedTransactionSaysByWhich() {
    assertThat(CommandRun.on(store, "tx", "show", "t1").out()).doesNotContain("reversed by");
    String reversal =
        CommandRun.on(store, "--json", "reverse", "t1").json().get("reversal").asText();

    assertThat(CommandRun.on(store, "tx", "show", "t1").out())
        .containsPattern("reversed by +" + reversal);
    assertThat(CommandRun.on(store, "--json", "tx", "show", "t1").json().get("reversedBy").asText())
        .isEqualTo(reversal);
  }

  @Test
  void badRowsAreInTheJsonOfAnImport() throws IOException {
    Path accounts = folder.resolve("a.csv");
    Files.writeString(accounts, "id,balance\nX,1\nY,abc\nA,7\n");
    Path transfers = folder.resolve("t.csv");
    Files.writeString(transfers, "id,source,destination,amount\nx,A,B,1\ny,A,B,abc\n");

    CommandRun ran =
        CommandRun.on(
            store,
            "--json",
            "import",
            "--accounts",
            accounts.toString(),
            "--transfers",
            transfers.toString());

    assertThat(ran.json().get("bad").get("count").asInt()).isEqualTo(1);
    assertThat(ran.json().get("bad").get("lines").get(0).get("line").asInt()).isEqualTo(3);
    assertThat(ran.json().get("badAccounts").get("count").asInt()).isEqualTo(2);
    assertThat(ran.err()).contains("1 row could not be used").doesNotContain("1 rows");
  }

  @Test
  void whatIsAlreadyDoneIsPartOfWhatIsApplied() throws IOException {
    Path transfers = folder.resolve("t.csv");
    Files.writeString(transfers, "id,source,destination,amount\nt1,A,B,10\n");

    assertThat(CommandRun.on(store, "import", "--transfers", transfers.toString()).out())
        .containsPattern("applied +1\n")
        .containsPattern("of them already done +1\n");
  }

  @Test
  void aDashIsStandardInput() {
    InputStream before = System.in;
    System.setIn(
        new ByteArrayInputStream(
            "source,destination,amount\nA,C,1\nA,C,2\n".getBytes(StandardCharsets.UTF_8)));
    try {
      CommandRun imported = CommandRun.on(store, "--json", "import", "--transfers", "-");
      assertThat(imported.err()).isEmpty();
      assertThat(imported.json().get("applied").asInt()).isEqualTo(2);
    } finally {
      System.setIn(before);
    }
    assertThat(
            CommandRun.on(store, "--json", "account", "show", "C").json().get("balance").asText())
        .isEqualTo("3.00");
  }

  @Test
  void withNothingToAdoptThereIsNothingToSayYesTo() {
    assertThat(CommandRun.on(store, "adopt").out())
        .contains("There is nothing to adopt.")
        .doesNotContain("--yes");
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
    String store = "embedded:" + folder.resolve("shapes");
    CommandRun.on(store, "account", "open", "A", "--balance", "5");
    CommandRun.on(store, "account", "open", "B");

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
          {"2", "BadInput", "frob"},
          {"2", "BadInput", "transfer", "A", "B", "x"},
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
