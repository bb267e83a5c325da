package io.twophase.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Transactions of a file")
class RunCommandTest {

  private static final String PAY =
      """
      {
        "id": "pay-7", "reference": "invoice 7",
        "operations": [
          { "debit": "ann", "amount": "20.00" },
          { "credit": "shop", "amount": "20.00", "currency": "usd" },
          { "change": "orders", "id": "o7", "where": { "status": "UnPaid" },
            "update": { "$set": { "status": "Paid" }, "$unset": { "hint": "" } } },
          { "insert": "payments", "document": { "_id": { "$oid": "65a000000000000000000001" },
            "order": "o7", "at": { "$date": "2026-11-22T10:00:00Z" } } },
          { "remove": "carts", "id": { "$numberInt": "7" },
            "where": { "open": { "$exists": false }, "$unchanged": {} } },
          { "check": "periods", "id": "2026-11",
            "where": { "open": true, "day": { "$gte": 1, "$lte": 30 }, "kind": { "$in": ["a", null] } } },
          { "absent": "blocks", "id": "ann" },
          { "add": "stock", "id": "s1", "field": "quantity", "amount": -2, "floor": 0, "ceiling": 9 }
        ]
      }
      """;

  private static final List<String> BEFORE =
      List.of(
          "{\"operations\": [{\"insert\": \"orders\", \"document\": {\"_id\": \"o7\","
              + " \"status\": \"UnPaid\", \"hint\": 1}}]}",
          "",
          "{\"operations\": [{\"insert\": \"carts\", \"document\": {\"_id\": 7}},"
              + " {\"insert\": \"periods\", \"document\": {\"_id\": \"2026-11\", \"open\": true,"
              + " \"day\": 22, \"kind\": null}}]}",
          "{\"operations\": [{\"insert\": \"stock\", \"document\": {\"_id\": \"s1\","
              + " \"quantity\": 3}}]}");

  @TempDir Path folder;

  @BeforeEach
  void open() {
    run("account", "open", "ann", "--balance", "50");
    run("account", "open", "shop");
  }

  @Test
  void areRunWithAllKindsOfOperations() throws IOException {
    CommandRun before = run("run", file("before.jsonl", BEFORE));
    assertThat(before.err()).isEmpty();
    assertThat(before.out())
        .isEqualTo(
            """
            before.jsonl:1  done
            before.jsonl:3  done
            before.jsonl:4  done
            3 transactions: 3 done
            """);

    CommandRun paid = run("run", file("pay.json", PAY));

    assertThat(paid.err()).isEmpty();
    assertThat(paid.exitCode()).isZero();
    assertThat(paid.out()).isEqualTo("transaction pay-7  done\n");
    assertThat(run("account", "show", "ann", "--json").json().get("balance").asText())
        .isEqualTo("30.00");
    assertThat(run("tx", "show", "pay-7").out())
        .contains(
            "reference      invoice 7",
            "debit          20.00 USD  account ann",
            "change         document orders \"o7\"  {\"where\": {\"status\": \"UnPaid\"},"
                + " \"update\": {\"$set\": {\"status\": \"Paid\"}, \"$unset\": {\"hint\": \"\"}}}",
            "remove         document carts 7  {\"where\": {\"open\": {\"$exists\": false}, \"$unchanged\": {}}}",
            "absent         document blocks \"ann\"",
            "add            document stock \"s1\"  {\"field\": \"quantity\", \"amount\": -2,"
                + " \"floor\": 0, \"ceiling\": 9}");
    assertThat(run("tx", "list").out()).contains("20.00 USD  from ann, to shop, change orders");
  }

  @Test
  void areShownAsTheyCanBeAskedForAgain() throws IOException {
    run("run", file("before.jsonl", BEFORE));
    run("run", file("pay.json", PAY));

    JsonNode shown = run("tx", "show", "pay-7", "--json").json();
    ObjectNode again = JsonNodeFactory.instance.objectNode().put("id", "pay-7");
    again.set("operations", shown.get("operations"));

    assertThat(shown.get("amounts").get("USD").asText()).isEqualTo("20.00");
    CommandRun asked = run("run", file("again.json", again.toString()));
    assertThat(asked.out()).as(asked.err()).isEqualTo("transaction pay-7  done\n");
    assertThat(run("account", "show", "ann", "--json").json().get("balance").asText())
        .isEqualTo("30.00");
  }

  @Test
  void haveTheSameAnswersAgain() throws IOException {
    String file =
        file(
            "some.jsonl",
            List.of(
                insert("i-1", "o1"),
                insert("i-2", "o1"),
                "{\"id\": \"pay\", \"operations\": [{\"debit\": \"ann\", \"amount\": \"50.01\"},"
                    + " {\"credit\": \"shop\", \"amount\": \"50.01\"}]}",
                "{\"id\": \"odd\", \"operations\": [{\"debit\": \"ann\", \"amount\": \"1\"}]}"));
    CommandRun first = run("run", file, "--json");
    CommandRun second = run("run", file, "--json");

    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(second.exitCode()).isEqualTo(1);
    for (String name : List.of("id", "state", "kind")) {
      assertThat(second.json().findValuesAsText(name))
          .isEqualTo(first.json().findValuesAsText(name));
    }
    assertThat(second.complaints().get(0))
        .startsWith("twophase: transaction i-2 was refused at ")
        .endsWith(
            ": there is a document orders \"o1\" already; this id stays refused; use a new one");
    JsonNode answers = first.json().get("transactions");
    assertThat(answers)
        .extracting(answer -> answer.get("id").asText() + " " + answer.get("state").asText())
        .containsExactly("i-1 done", "i-2 canceled", "pay canceled", "odd refused");
    assertThat(answers.get(0).has("refusal")).isTrue();
    assertThat(answers.get(0).get("refusal").isNull()).isTrue();
    assertThat(answers)
        .extracting(answer -> answer.get("refusal").path("kind").asText())
        .containsExactly("", "DocumentExists", "InsufficientFunds", "Unbalanced");
    assertThat(first.complaints().get(0))
        .isEqualTo("twophase: transaction i-2 refused: there is a document orders \"o1\" already");
  }

  @Test
  void ofAnIdThatAnotherHasAreRefusedByName() throws IOException {
    run("run", file("a.jsonl", insert("i-1", "o1")));

    CommandRun reused = run("run", file("b.jsonl", insert("i-1", "o2")));

    assertThat(reused.exitCode()).isEqualTo(1);
    assertThat(reused.out()).isEqualTo("transaction i-1  refused  IdReused\n");
    assertThat(reused.complaints())
        .containsExactly(
            "twophase: transaction i-1 refused: id i-1 was used before, for another transaction:"
                + " the operation 1 was insert orders \"o1\", not insert orders \"o2\"; that one is"
                + " done and stays as it is; a new transaction needs a new id");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void haveTheResultsOfRunningThemOneAfterTheOther(int rounds) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      lines.add(insert("in-" + round, "o"));
      lines.add(
          "{\"operations\": [{\"check\": \"orders\", \"id\": \"o\"},"
              + " {\"absent\": \"orders\", \"id\": \"x"
              + round
              + "\"}]}");
      lines.add("{\"operations\": [{\"remove\": \"orders\", \"id\": \"o\"}]}");
    }

    CommandRun ran = run("run", file("chain.jsonl", lines));

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).endsWith("\n" + 3 * rounds + " transactions: " + 3 * rounds + " done\n");
    assertThat(ran.out().lines().limit(3L * rounds))
        .element(3 * rounds - 1)
        .isEqualTo("chain.jsonl:" + 3 * rounds + "  done");
  }

  @Test
  void ofAnyOrderHaveTheirAnswersInTheOrderOfTheFile() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int at = 1; at <= 300; at++) {
      lines.add(insert("in-" + at, "o" + at));
    }

    CommandRun ran = run("run", "--order", "any", file("many.jsonl", lines));

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines()).hasSize(301).element(299).isEqualTo("in-300  done");
  }

  @Test
  void comeFromStandardInputToo() {
    InputStream real = System.in;
    System.setIn(
        new ByteArrayInputStream(
            ("\uFEFF" + insert("i-1", "o1")).getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(run("run", "-").out()).isEqualTo("transaction i-1  done\n");
    } finally {
      System.setIn(real);
    }
  }

  private static String insert(String id, String document) {
    return "{\"id\": \""
        + id
        + "\", \"operations\": [{\"insert\": \"orders\", \"document\": {\"_id\": \""
        + document
        + "\"}}]}";
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String file(String name, List<String> lines) throws IOException {
    return file(name, String.join("\n", lines));
  }
}
