package io.twophase.console.testing;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.period;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.console.testing.Bank.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.console.Access;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.TokenAccess;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.domain.ApproverName;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.ports.Records;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Steps of a scene. A request is {@code GET /path}, {@code POST /path} with the fields of a form
 * that the console has signed, {@code BARE /path} with those of another page, {@code JSON /path}
 * with those of a script, {@code RAW /path} with a body of a script, or {@code ACT /path}, which
 * fills in the form of an action and shows the outcome. {@code AWAIT /path text} asks until the
 * answer has the text. Its status follows an arrow if it is not the expected one. The indented
 * lines below are about the answer: {@code + text} is in it and {@code - text} is not, {@code
 * /place = text} is a value of its JSON, with {@code *} for each element of an array and {@code
 * nothing} for one that is missing, and {@code Name: text} is a header. An ellipsis stands for any
 * text. {@code as $name} keeps a value for later lines, and {@code before…after as $name} what is
 * between two texts. {@code $long} is a text of 70,000 letters.
 */
public final class Steps {

  /** The token of the caller of a console with tokens. */
  private static final String SECRET = "c29tZS1sb25nLXNlY3JldA";

  private static final String ANY = "…";
  private static final Pattern NEXT_FIELD = Pattern.compile(" (?=\\w+=)");

  private final Bank bank;
  private final Map<String, String> kept = new LinkedHashMap<>(Map.of("$long", "x".repeat(70_000)));
  private final List<String> made = new ArrayList<>();
  private final CountDownLatch records = new CountDownLatch(1);
  private Asked asked;
  private Asked.Reply reply;

  /** Steps on a bank, which a console shows that is read-only. */
  public Steps(Bank bank) {
    this.bank = bank;
    this.asked = bank.asked();
    this.reply = asked.get("/nowhere");
  }

  /** Makes a step, or looks at the last answer. */
  public void make(String written) {
    String line = written;
    for (Map.Entry<String, String> each : kept.entrySet()) {
      line = line.replace(each.getKey(), each.getValue());
    }
    made.add(line);
    if (line.startsWith("  ")) {
      look(line.strip());
    } else if (line.matches("[A-Z]+ /.*")) {
      ask(line);
    } else {
      step(line.split(" ", -1), line.substring(line.indexOf(' ') + 1));
    }
  }

  private void ask(String line) {
    String[] sides = line.split(" -> ", 2);
    String[] words = sides[0].split(" ", 3);
    Map<String, String> fields = new HashMap<>();
    for (String field : words.length < 3 ? new String[0] : NEXT_FIELD.split(words[2])) {
      String[] parts = field.split("=", 2);
      fields.put(parts[0], parts[parts.length - 1].translateEscapes());
    }
    reply =
        switch (words[0]) {
          case "POST" -> asked.post(words[1], fields);
          case "BARE" -> asked.postBare(words[1], fields);
          case "JSON" -> asked.postJson(words[1], fields);
          case "RAW" ->
              asked
                  .with("Content-Type", "application/json")
                  .send("POST", words[1], words.length < 3 ? "" : words[2]);
          case "ACT" -> act(words[1], fields);
          case "AWAIT" -> awaited(words[1], words[2]);
          default -> asked.send(words[0], words[1], "");
        };
    String usual = List.of("POST", "BARE").contains(words[0]) ? "303" : "200";
    assertThat(String.valueOf(reply.status()))
        .as(() -> told(reply.text()))
        .isEqualTo(sides.length == 2 ? sides[1] : usual);
  }

  /** Asks until the answer has a text. */
  private Asked.Reply awaited(String path, String text) {
    return Awaitility.await()
        .atMost(ONE_MINUTE)
        .until(() -> asked.get(path), answer -> answer.text().contains(text));
  }

  /** Fills in the form of an action, and reads the outcome. */
  private Asked.Reply act(String path, Map<String, String> given) {
    Asked.Reply form = asked.get(path + "?id=" + given.get("id"));
    Map<String, String> fields = new HashMap<>(given);
    fields.putIfAbsent("reason", "asked by support");
    fields.put(
        "action", form.text().replaceAll("(?s).*name=\"action\" value=\"([^\"]+)\".*", "$1"));
    Asked.Reply done = asked.post(path, fields);
    assertThat(done.status()).as(done.text()).isEqualTo(303);
    return asked.get("/api/v1" + done.response().headers().get("Location"));
  }

  private String told(String answer) {
    return String.join("\n", made) + "\n" + answer;
  }

  private void look(String line) {
    String rest = line.substring(2);
    if (line.startsWith("+ ")) {
      assertThat(reply.text()).as(() -> told("")).contains(rest);
    } else if (line.matches(".*" + ANY + ".* as \\$\\w+")) {
      String[] sides = line.split(ANY + "| as ", 3);
      String[] from = reply.text().split(Pattern.quote(sides[0]), 2);
      kept.put(sides[2], from[1].split(Pattern.quote(sides[1]), 2)[0]);
    } else if (line.startsWith("- ")) {
      assertThat(reply.text()).as(() -> told("")).doesNotContain(rest);
    } else {
      boolean isPlace = line.startsWith("/");
      String[] sides = line.split(isPlace ? " (?==|as \\$)(?:= )?" : ": ", 2);
      String value =
          isPlace
              ? value(reply.json(), sides[0])
              : reply.response().headers().getOrDefault(sides[0], "nothing");
      if (sides[1].startsWith("as $")) {
        kept.put(sides[1].substring("as ".length()), value);
      } else {
        assertThat(value)
            .as(() -> told(reply.text()))
            .matches(Pattern.quote(sides[1]).replace(ANY, "\\E(?s:.*)\\Q"));
      }
    }
  }

  private static String value(JsonNode json, String place) {
    String[] parts = place.split("/\\*", 2);
    JsonNode there = json.at(parts[0]);
    if (parts.length == 2) {
      List<String> each = new ArrayList<>();
      there.forEach(one -> each.add(value(one, parts[1])));
      return each.isEmpty() ? "nothing" : String.join(" | ", each);
    }
    return there.isMissingNode() ? "nothing" : there.isValueNode() ? there.asText() : "" + there;
  }

  private void step(String[] words, String rest) {
    TwoPhase twophase = bank.twophase;
    String first = words.length > 1 ? words[1] : "";
    String said = rest.substring(rest.indexOf(' ') + 1);
    switch (words[0]) {
      case "times" -> times(Integer.parseInt(first), said.split("; ", -1));
      case "run" -> twophase.run(TransactionWords.request(rest));
      case "dies" -> bank.dies(WriteKind.valueOf(first), TransactionWords.request(said));
      case "authorize" ->
          twophase
              .authorizations()
              .authorize(TransactionWords.request(said), terms(first.split("[:,]", -1)));
      case "batch" -> batch(Integer.parseInt(first), Integer.parseInt(words[3]));
      case "function" ->
          twophase.transact(
              first,
              String.class,
              tx -> {
                tx.debit(Bank.A, usd("1"));
                tx.credit(Bank.B, usd("1"));
                return said;
              });
      case "reverse" -> twophase.compensation().reverse(transactionId(first), said);
      case "pending" -> Planted.pending(bank.memory, first);
      case "begun" -> Planted.begun(bank.memory, transfer(first, "3"));
      case "store" -> bank.memory.store(DocumentWords.document(first), DocumentWords.fields(said));
      case "open" -> twophase.accounts().open(account(first), usd(words[2]));
      case "freeze" -> twophase.accounts().change(account(first), StatusChange.FREEZE);
      case "period" -> turn(first, words[2], said.substring(words[2].length()).strip());
      case "events" -> twophase.events().turnOn();
      case "number" -> twophase.events().number();
      case "consume" -> twophase.events().consume(new ConsumerName(first), 10, page -> {});
      case "evidence" -> twophase.evidence().turnOn();
      case "grow" -> twophase.evidence().grow();
      case "unreadable" -> bank.store.unreadables().plant(Unreadables.Kind.valueOf(first), said);
      case "indexed" -> bank.index(new SearchIndexes(true, true));
      case "audits", "reads" -> audits(first);
      case "secretive" -> bank.hideIndexes();
      case "breaks" -> bank.before(Steps::breaks);
      case "mends" -> bank.before((method, arguments, call) -> call.make());
      case "forge" -> asked.with("Cookie", rest.split(" ", 3)[2].replace(first, words[2]));
      case "wait" -> bank.clock.advance(Duration.parse(first));
      case "beat" -> Planted.beat(bank.memory, Duration.parse(first));
      case "retire" -> bank.memory.owners().retire(Planted.KILLED);
      case "console" -> asked = console(first, List.of(words).subList(2, words.length));
      case "with" -> asked.with(first, said);
      case "caller" -> asked.as(new Caller(first, Role.valueOf(said)));
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  /** The store does not list its records. */
  private static Object breaks(String method, List<Object> arguments, Interceptor.Call call) {
    if (method.equals("list")) {
      throw new StoreException("no index");
    }
    return call.make();
  }

  /** An audit, or any reading, waits for the records, goes on, or finds that the store is away. */
  private void audits(String how) {
    if (how.equals("go")) {
      records.countDown();
    } else {
      bank.before(
          (method, arguments, call) -> {
            if (how.equals("slow") || (method.equals("scan") && call.port() instanceof Records)) {
              Bank.await(records);
              if (how.equals("fail")) {
                throw new StoreUnavailableException("the store is away");
              }
            }
            return call.make();
          });
    }
  }

  private void times(int count, String[] steps) {
    for (int at = 0; at < count; at++) {
      for (String step : steps) {
        make(step.replace("$", "%03d".formatted(at)));
      }
    }
  }

  /** Sends so many payments at once, of which one is more than A has. */
  private void batch(int count, int dear) {
    bank.twophase
        .transfers()
        .transferAll(
            IntStream.range(0, count)
                .mapToObj(at -> transfer("pay-%03d".formatted(at), at == dear ? "1000" : "0.01"))
                .toList(),
            Order.ANY);
  }

  private static TransferRequest transfer(String id, String amount) {
    return new TransferRequest(transactionId(id), Bank.A, Bank.B, usd(amount));
  }

  private static AuthorizationTerms terms(String[] words) {
    List<ApproverName> approvers = Stream.of(words).skip(1).map(ApproverName::new).toList();
    return new AuthorizationTerms(
        Duration.parse(words[0]),
        Optional.of(approvers).filter(any -> !any.isEmpty()).map(any -> new ApprovalRule(1, any)));
  }

  private void turn(String verb, String name, String why) {
    if (verb.equals("open")) {
      bank.twophase.periods().open(period(name), why);
    } else {
      bank.twophase.periods().close(period(name), why);
    }
  }

  private Asked console(String kind, List<String> words) {
    ConsoleSettings local = ConsoleSettings.of(Access.local("me"));
    return new Asked(
        bank.console(
            switch (kind) {
              case "host" -> ConsoleSettings.of(Access.ofHost()).withBase(String.join("", words));
              case "tokens" ->
                  ConsoleSettings.of(tokens(Role.valueOf(words.get(0)))).withActions(true);
              case "hiding" -> local.withRedactor((document, path) -> words.contains(path));
              default -> local.withActions(true);
            }));
  }

  private static Access tokens(Role role) {
    return new TokenAccess(List.of(new TokenAccess.Token(new Caller("ann", role), SECRET)));
  }
}
