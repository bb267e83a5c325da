package io.twophase.cli.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authorizations of transactions over many accounts and documents. */
class AuthorizedFileTest {

  private static final String PAY =
      """
      { "id": "pay", "operations": [
          { "debit": "A", "amount": "50.00" },
          { "credit": "B", "amount": "45.00" },
          { "credit": "fees=all", "amount": "5.00" },
          { "change": "orders", "id": "o1", "where": { "status": "UnPaid" },
            "update": { "$set": { "status": "Paid" } } } ] }
      """;

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void open() throws IOException {
    store = "embedded:" + folder.resolve("data");
    run("account", "open", "A", "--balance", "100");
    run("account", "open", "B");
    run("account", "open", "fees=all");
    assertThat(
            run(
                    "run",
                    file(
                        "create",
                        "{ \"id\": \"create\", \"operations\": [ { \"insert\": \"orders\","
                            + " \"document\": { \"_id\": \"o1\", \"status\": \"UnPaid\" } } ] }"))
                .exitCode())
        .isZero();
  }

  @AfterEach
  void nothingIsOff() {
    CommandRun audit = run("audit");
    assertThat(audit.exitCode()).as(audit.out()).isZero();
  }

  @Test
  void itIsHeldAndCapturedWithAnAmountOfEachAccount() throws IOException {
    CommandRun held = run("authorize", "--transaction", file("pay", PAY));
    CommandRun again = run("authorize", "--transaction", file("pay", PAY));

    assertThat(held.exitCode()).as(held.err()).isZero();
    assertThat(again).isEqualTo(held);
    assertThat(held.out()).startsWith("authorization pay  authorized");
    assertThat(run("doc", "show", "orders", "o1").out()).contains("UnPaid").contains("pay");

    CommandRun captured =
        run("--json", "capture", "pay", "--of", "A=30", "--of", "B=25.00", "--of", "fees=all=5");

    assertThat(captured.exitCode()).as(captured.err()).isZero();
    assertThat(captured.json().get("captured").get("fees=all").asText()).isEqualTo("5.00");
    assertThat(balance("A")).isEqualTo("70.00");
    assertThat(balance("B")).isEqualTo("25.00");
    assertThat(run("doc", "show", "orders", "o1").out()).contains("Paid").doesNotContain("UnPaid");
  }

  @Test
  void partsThatDoNotBalanceOrAreNotHeldAreRefused() throws IOException {
    run("authorize", "--transaction", file("pay", PAY));

    CommandRun unbalanced = run("capture", "pay", "--of", "A=30");
    CommandRun stranger = run("capture", "pay", "--of", "C=1");

    assertThat(unbalanced.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(unbalanced.err())
        .contains("authorization pay is not captured: ")
        .contains("debits of 30.00");
    assertThat(stranger.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(stranger.err()).contains("C").hasLineCount(1);
    assertThat(balance("A")).isEqualTo("100.00");
    assertThat(run("void", "pay").exitCode()).isZero();
  }

  @Test
  void aDocumentThatIsNotAsAskedRefusesIt() throws IOException {
    CommandRun refused =
        run("authorize", "--transaction", file("pay", PAY.replace("UnPaid", "Sent")));

    assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err())
        .isEqualToIgnoringNewLines(
            "twophase: authorization pay refused: document orders \"o1\": expected that status is"
                + " \"Sent\", found \"UnPaid\"; a new try needs a new id");
  }

  @Test
  void whatIsWrongIsOneLineAndNothingIsDone() throws IOException {
    String pay = file("pay", PAY);
    wrong("has 2 transactions; authorize takes one", "authorize", "--transaction", twice());
    wrong("--transaction says all of it", "authorize", "A", "--transaction", pay);
    wrong("--transaction says all of it", "authorize", "--id", "x", "--transaction", pay);
    wrong("SOURCE, DESTINATION and AMOUNT are needed", "authorize", "A", "B");
    wrong("does not exist", "authorize", "--transaction", "none.json");
    wrong("is not ACCOUNT=AMOUNT", "capture", "pay", "--of", "A");
    wrong("names account A twice", "capture", "pay", "--of", "A=1", "--of", "A=2");
    wrong("not both", "capture", "pay", "5", "--of", "A=1");
    wrong("must be above zero", "capture", "pay", "--of", "A=0");
    assertThat(run("tx", "list", "--state", "authorized").out()).doesNotContain("pay");
  }

  private void wrong(String line, String... command) {
    CommandRun ran = run(command);
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err().lines().findFirst())
        .hasValueSatisfying(first -> assertThat(first).contains(line));
  }

  private String twice() throws IOException {
    String one = PAY.replace("\n", " ");
    return file("twice", one + "\n" + one.replace("\"pay\"", "\"pay2\"") + "\n");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name + ".json"), text).toString();
  }

  private String balance(String account) {
    return run("--json", "account", "show", account).json().get("balance").asText();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on(store, arguments);
  }
}
