package io.twophase.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A file with a transaction that is none")
class WrongRequestsTest {

  private static final String GOOD =
      "{\"id\": \"good\", \"operations\": [{\"insert\": \"c\", \"document\": {\"_id\": 1}}]}\n\n";

  @TempDir Path folder;

  static Stream<Arguments> faults() {
    return Stream.of(
        operation(
            "{'debit': 'A', 'amount': '1.005', 'currency': 'USD'}",
            "operations[0].amount: '1.005' has more fraction digits than USD, which has 2"),
        operation(
            "{'debit': 'A', 'amount': '-1'}", "operations[0].amount: '-1' must be above zero"),
        operation(
            "{'debit': 'A', 'amount': 5}",
            "operations[0].amount: '5' is a number; an amount is text in quotes, such as"
                + " \"12.34\""),
        operation(
            "{'debit': 'A', 'amount': '1e3'}",
            "operations[0].amount: '1e3' is not a decimal amount such as 12.34"),
        operation(
            "{'debit': 'A', 'amount': '1', 'currency': 'XXY'}",
            "operations[0].currency: 'XXY' is not an ISO 4217 code"),
        Arguments.of(
            "{'reference': ' 7', 'operations': []}",
            "reference ' 7' begins or ends with white space"),
        operation("{'debit': 'A'}", "operations[0]: the field 'amount' is missing"),
        operation("{'debit': ' A', 'amount': '1'}", "operations[0].debit: "),
        operation(
            "{'debit': 'A', 'amount': '1', 'amuont': 1}",
            "operations[0].amuont: there is no such field here; there are debit, amount, currency,"
                + " atMost; did you mean 'amount'?"),
        operation(
            "{'debit': 'A', 'credit': 'B', 'amount': '1'}",
            "operations[0]: the fields credit and debit are of different operations"),
        operation(
            "{'drop': 'A'}",
            "operations[0]: none of its fields (drop) says which operation it is, as one of"
                + " absent,"),
        operation(
            "{'debitt': 'A', 'amount': '1'}",
            "operations[0]: none of its fields (debitt, amount) says which operation it is, as one"
                + " of absent, add, change, check, credit, debit, insert, remove does; did you mean"
                + " 'debit'?"),
        operation("'x'", "operations[0]: 'x' is no JSON object"),
        operation(
            "{'insert': 'c', 'document': {}}",
            "operations[0].document: the field '_id' is missing"),
        operation(
            "{'insert': 'c', 'document': {'_id': 1, 'escrow': 1}}", "cannot be named \"escrow\""),
        operation(
            "{'insert': 'c', 'document': {'_id': 1, 'd': {'$date': 'x'}}}",
            "operations[0].document: '{\"_id\": 1, \"d\": {\"$date\": \"x\"}}' is no value of"
                + " MongoDB's"),
        operation("{'insert': '', 'document': {'_id': 1}}", "operations[0].insert: \"\" names no"),
        operation("{'insert': 'c', 'document': {'_id': [1]}}", "operations[0].document._id: "),
        operation("{'remove': 'c', 'id': 1, 'where': {'a..b': 1}}", "operations[0].where.a..b: "),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'$gte': 1, '$gt': 2}}}",
            "operations[0].where.a.$gt: no such operator; there are $eq, $in, $exists, $gte and"
                + " $lte"),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'$gt': 5}}}",
            "operations[0].where.a.$gt: no such operator; there are $eq, $in, $exists, $gte and"
                + " $lte"),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'b': [{'$ne': 5}]}}}",
            "operations[0].where.a.b[0].$ne: no such operator"),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'$in': [1, {'$lt': 5}]}}}",
            "operations[0].where.a.$in[1].$lt: no such operator"),
        operation(
            "{'insert': 'c', 'document': {'_id': 1, 'a': {'b': '\\ud83d'}}}",
            "operations[0].document: '{\"_id\": 1, \"a\": {\"b\": \"\\ud83d\"}}' is no value of"
                + " MongoDB's Extended JSON: a: b: a text beginning \"\" has half of a character"),
        operation(
            "{'insert': 'c', 'document': {'_id': 1, '\\ud83d': 1}}", "no JSON: Broken surrogate"),
        operation("{'insert': '\\ud83d', 'document': {'_id': 1}}", "half of a character"),
        operation(
            "{'check': 'c', 'id': 1, 'where': {'a': {'$regularExpression': {'pattern': '\\ud83d',"
                + " 'options': ''}}}}",
            "has half of a character: it cannot be stored"),
        operation(
            "{'insert': 'c', 'document': {'_id': 1, 'a': {'$numberDecimal':"
                + " '1.00000000000000000000000000000000000000001'}}}",
            "operations[0].document: "),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'$gte': 'x'}}}",
            "operations[0].where.a.$gte: a cannot be at least or at most \"x\""),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'$exists': 1}}}",
            "operations[0].where.a.$exists: '1' is neither true nor false"),
        operation(
            "{'remove': 'c', 'id': 1, 'where': {'a': {'$in': 1}}}",
            "operations[0].where.a.$in: '1' is no JSON array"),
        operation(
            "{'change': 'c', 'id': 1, 'update': {}}",
            "operations[0].update: a change changes no field"),
        operation(
            "{'change': 'c', 'id': 1, 'update': {'$mul': {'a': 2}}}",
            "operations[0].update.$mul: there is no such field here; there are $set, $unset,"),
        operation(
            "{'change': 'c', 'id': 1, 'update': {'$inc': {'a': 1.5}}}",
            "operations[0].update.$inc.a: a cannot grow by 1.5"),
        operation(
            "{'change': 'c', 'id': 1, 'update': {'$set': {'a': 1, 'a.b': 2}}}",
            "operations[0].update: the fields a and a.b change at once"),
        operation("{'add': 's', 'id': 1, 'field': 'q', 'amount': 0}", "amount 0"),
        operation(
            "{'add': 's', 'id': 1, 'field': 'q', 'amount': '2'}",
            "operations[0].amount: '2' is not a whole number of 64 bits"),
        operation(
            "{'check': 'c', 'database': 'a/b', 'id': 1}", "operations[0].database: \"a/b\" names"),
        Arguments.of("{'id': 5, 'operations': []}", "id: '5' is no text in quotes"),
        Arguments.of("{'id': '', 'operations': []}", "id: "),
        Arguments.of("{'id': 'x'}", "the field 'operations' is missing"),
        Arguments.of("{'id': 'x', 'operations': {}}", "operations: '{}' is no JSON array"),
        Arguments.of("{'id': 'x', 'id': 'y', 'operations': []}", "no JSON: Duplicate field 'id'"),
        Arguments.of("[1]", "'[1]' is no JSON object"),
        Arguments.of(
            "{'id': 'x', 'operations': []} {}",
            "more follows the transaction; where there are many, each is on one line"),
        Arguments.of("{'id': 'x', ", "no JSON: Unexpected end-of-input"),
        Arguments.of("{id: 'x'}", "no JSON: Unexpected character ('i' (code 105)): was expecting"));
  }

  /** What a record keeps, a filter sends and a pass reads must not be deeper than they can bear. */
  @ParameterizedTest
  @ValueSource(ints = {150, 600})
  void aValueIsNotNestedDeeperThanMongoDbNests(int depth) throws IOException {
    String deep = "{'a':".repeat(depth) + "1" + "}".repeat(depth);
    for (String operation :
        List.of(
            "{'check': 'c', 'id': 1, 'where': {'v': " + deep + "}}",
            "{'remove': 'c', 'id': 1, 'where': {'v': {'$in': [1, " + deep + "]}}}",
            "{'insert': 'c', 'document': {'_id': 1, 'v': " + deep + "}}",
            "{'change': 'c', 'id': 1, 'update': {'$set': {'v': " + deep + "}}}",
            "{'change': 'c', 'id': 1, 'update': {'$push': {'v': " + deep + "}}}",
            "{'remove': 'c', 'id': " + deep + "}")) {
      Path file =
          Files.writeString(
              folder.resolve("deep.jsonl"),
              "{'id': 'deep', 'operations': [{0}]}".replace("{0}", operation).replace('\'', '"'));

      CommandRun ran = run("run", file.toString());

      assertThat(ran.exitCode()).as(operation).isEqualTo(2);
      assertThat(ran.complaints())
          .singleElement()
          .asString()
          .contains("line 1: operations[0]", "documents and arrays in each other");
    }
    assertThat(folder.resolve("data")).doesNotExist();
  }

  private static Arguments operation(String operation, String message) {
    return Arguments.of("{'id': 'bad', 'operations': [" + operation + "]}", message);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isRefusedWholeWithTheLineTheFieldAndTheValue(String bad, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.jsonl"), GOOD + bad.replace('\'', '"'));
    CommandRun ran = run("run", file.toString());

    assertThat(ran.exitCode()).as(ran.out()).isEqualTo(2);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(ran.err()).startsWith("twophase: file " + file + ", line 3: ").contains(message);
    assertThat(ran.out()).isEmpty();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void isRefusedWholeForAnAmountThatItsAccountsCurrencyDoesNotHave() throws IOException {
    run("account", "open", "ann", "--balance", "500", "--currency", "JPY");
    Path file =
        Files.writeString(
            folder.resolve("yen.jsonl"),
            GOOD + "{\"operations\": [{\"debit\": \"ann\", \"amount\": \"1.5\"}]}");

    CommandRun ran = run("run", file.toString());

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.complaints())
        .containsExactly(
            "twophase: file "
                + file
                + ", line 3: operations[0].amount: '1.5' has more fraction digits than JPY, which"
                + " has 0");
    assertThat(run("tx", "list", "--json").json().get("transactions")).isEmpty();
  }

  @Test
  void overManyLinesIsRefusedWithTheLineOfTheField() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("one.json"),
            """

            {
             "id": "x",
             "operations": [
              { "debit": "A",
                "amount": "x" }]}\
            """);

    assertThat(run("run", file.toString()).complaints())
        .containsExactly(
            "twophase: file "
                + file
                + ", line 6: operations[0].amount: 'x' is not a decimal amount such as 12.34");
  }

  @Test
  void thatIsNoTextOrEmptyIsRefused() throws IOException {
    Path latin = folder.resolve("latin.jsonl");
    Files.write(latin, (GOOD + "{\"id\": \"ä\"}").getBytes(StandardCharsets.ISO_8859_1));
    Path empty = Files.writeString(folder.resolve("empty.jsonl"), "\n \n");

    assertThat(run("run", latin.toString()).complaints())
        .containsExactly("twophase: file " + latin + ", line 3: it is not text in UTF-8");
    assertThat(run("run", empty.toString()).complaints())
        .containsExactly("twophase: file " + empty + " has no transaction");
    assertThat(run("run", folder.resolve("none").toString()).exitCode()).isEqualTo(2);
    assertThat(run("run", "--order", "x", empty.toString()).complaints())
        .containsExactly("twophase: --order 'x' is neither file nor any");
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }
}
