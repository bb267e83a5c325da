package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence on the command line, and what the audit finds of it, over a server. */
class ProofCommandTest {

  @TempDir Path directory;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoDatabase bank = client.getDatabase("bank");

  private CommandRun run(String... arguments) {
    return CommandRun.on(server.uri() + "/bank", arguments);
  }

  /** Two lone transfers, a refused one, and three in a batch, after the first head. */
  @BeforeEach
  void open() throws IOException {
    Path members =
        Files.writeString(
            directory.resolve("m.csv"),
            "id,source,destination,amount\nm1,A,B,2\nm2,A,B,2\nm3,A,B,2\n");
    for (String line :
        List.of(
            "account open A --balance 100",
            "account open B --balance 100",
            "proof on",
            "transfer A B 1 --id t1",
            "transfer A B 2 --id t2",
            "transfer A B 1000 --id t3",
            "import --transfers " + members)) {
      run(line.split(" ", -1));
    }
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private MongoCollection<Document> records() {
    return bank.getCollection("transactions");
  }

  private String head() {
    return run("proof", "head").out().strip();
  }

  private Path file(CommandRun shown) throws IOException {
    return Files.writeString(
        Files.createTempFile(directory, "proof", ".json"), shown.succeeds().out());
  }

  private List<String> findings(String... more) {
    CommandRun audit =
        run(Stream.concat(Stream.of("--json", "audit"), Stream.of(more)).toArray(String[]::new));
    List<String> findings = new ArrayList<>();
    for (JsonNode finding : audit.json().get("findings")) {
      findings.add(finding.get("kind").asText() + " " + finding.get("id").asText());
    }
    return findings;
  }

  @Test
  void aHeadNamesAllThatIsDecided() {
    String head = head();

    assertThat(head).matches("4:[0-9a-f]{64}");
    assertThat(head()).isEqualTo(head);
    assertThat(run("--json", "proof", "head").json().get("head").asText()).isEqualTo(head);
    assertThat(run("proof", "head", "--size", "2").out()).startsWith("2:");
    assertThat(run("--json", "audit").succeeds().json().get("evidence").asText()).isEqualTo(head);
    run("audit", "--head", head).succeeds();
  }

  @Test
  void proofsAreVerifiedWithoutAStore() throws IOException {
    String head = head();

    for (String id : List.of("t1", "t2", "t3", "m1", "m2", "m3")) {
      Path proof = file(run("--json", "proof", "show", id));
      String none = "embedded:" + directory.resolve("none");
      assertThat(
              CommandRun.on(none, "proof", "verify", proof.toString(), "--head", head)
                  .succeeds()
                  .out())
          .contains("transaction " + id + "\n", "is in the tree " + head);
    }
    assertThat(run("proof", "show", "t3").out()).contains("reason InsufficientFunds");
    Path proof = file(run("--json", "proof", "show", "t1"));
    assertThat(run("proof", "verify", proof.toString()).succeeds().err())
        .contains("compare the head");
    assertThat(run("--json", "proof", "verify", proof.toString()).json().get("proven").asBoolean())
        .isTrue();
  }

  @Test
  void aProofThatWasChangedOrIsOfAnotherHeadIsRefused() throws IOException {
    String head = head();
    Path proof = file(run("--json", "proof", "show", "m2"));
    String text = Files.readString(proof);
    Path dearer = Files.writeString(directory.resolve("d"), text.replace("debit 200", "debit 900"));

    run("proof", "verify", dearer.toString())
        .failsWith(ExitCode.REFUSED)
        .contains("it proves nothing");
    run("proof", "verify", proof.toString(), "--head", head.replace("4:", "5:"))
        .failsWith(ExitCode.REFUSED)
        .contains("it is of the head " + head);
  }

  @Test
  void aFileThatIsNoProofIsNamed() throws IOException {
    for (String text :
        List.of(
            "",
            "[]",
            "no",
            "{}",
            "{\"head\": \"1:00\"}",
            "{\"head\": 7, \"number\": 1, \"content\": \"\", \"path\": []}",
            "{\"older\": \"x\", \"head\": \"y\", \"path\": []}")) {
      Path file = Files.writeString(directory.resolve("odd.json"), text);

      run("proof", "verify", file.toString())
          .failsWith(ExitCode.BAD_INPUT)
          .contains("odd.json", "is no proof");
    }
  }

  @Test
  void aHeadThatWasKeptIsShownToBePartOfTheTree() throws IOException {
    String kept = head();
    run("transfer", "A", "B", "1", "--id", "t9");

    assertThat(run("proof", "consistency", kept).succeeds().out())
        .contains("has grown from " + kept);
    Path proof = file(run("--json", "proof", "consistency", kept));
    run("proof", "verify", proof.toString(), "--head", kept).succeeds();
    String forged = kept.substring(0, kept.length() - 1) + (kept.endsWith("0") ? "1" : "0");
    assertThat(run("proof", "consistency", forged).exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(run("proof", "consistency", kept.replace("4:", "9:")).err())
        .contains("the tree has 5 records, and had 9");
  }

  @Test
  void whatIsNotAskedWellIsNamed() {
    assertThat(run("proof", "consistency", "4").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("audit", "--head", "4").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("proof", "show", "none").err()).contains("there is no transaction none");
    assertThat(run("proof", "show", "t1", "--size", "0").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("proof", "show", "t1", "--size", "99").exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(run("proof", "off").out()).contains("proofs are off");
    assertThat(run("proof", "head").err()).contains("proofs are off").contains("proof on");
  }

  @Test
  void aRecordThatWasPutInWithTheNumberOfAnotherIsFound() {
    head();
    Document forged = records().find(new Document("_id", "t2")).first();
    records().insertOne(forged.append("_id", "t0"));

    assertThat(findings()).contains("RecordChanged t0").doesNotContain("RecordChanged t2");
  }

  /** Who can write to the store rewrites a record, and then all leaves: only the head shows it. */
  @Test
  void whoRewritesAllIsFoundByAHeadThatWasKept() {
    String kept = head();
    records().updateOne(new Document("_id", "t3"), new Document("$set", new Document("value", 1L)));
    bank.getCollection("transactions_leaves").drop();
    assertThat(head()).isNotEqualTo(kept).startsWith("4:");

    assertThat(findings("--head", kept)).contains("HeadDiffers 4");
    run("proof", "consistency", kept)
        .failsWith(ExitCode.REFUSED)
        .contains("has not grown from", "something was changed");
    assertThat(findings("--head", kept.replace("4:", "9:"))).contains("HeadDiffers 9");
  }

  @Test
  void aProofIsRenewedThoughTheTransactionIsGone() throws IOException {
    Path lone = file(run("--json", "proof", "show", "t1"));
    Path member = file(run("--json", "proof", "show", "m3"));
    records().deleteMany(new Document());
    run("transfer", "A", "B", "1", "--id", "t9");
    String head = head();
    assertThat(head).startsWith("5:");

    for (Path old : List.of(lone, member)) {
      Path renewed = file(run("--json", "proof", "renew", old.toString()));
      run("proof", "verify", renewed.toString(), "--head", head).succeeds();
    }
  }
}
