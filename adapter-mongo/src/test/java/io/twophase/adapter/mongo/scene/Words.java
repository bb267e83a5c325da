package io.twophase.adapter.mongo.scene;

import static io.twophase.domain.testing.Fixtures.epoch;
import static java.util.stream.Collectors.joining;

import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Repeated;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * What scenes ask of holds, and the answers, in words. A document is {@code orders/o1}, {@code
 * orders/7} or {@code east:shop.orders/o1}; an operation on it is {@code insert orders/a {n: 1}},
 * {@code change orders/a if {n: 1} {n: 2}}, {@code remove orders/a}, {@code check orders/a}, {@code
 * absent orders/a} or {@code add orders/a n 2 0 9}; a claim of money is {@code debit A 500}, in
 * cents, or {@code range A 30 5}. Before it stands the record, with its epoch: {@code t1}, {@code
 * t1@2}. Several requests of a call are parted by {@code + }.
 */
public final class Words {

  private static final JsonWriterSettings SHELL =
      JsonWriterSettings.builder().outputMode(JsonMode.SHELL).build();

  private Words() {}

  /** The parts of a list. */
  static Stream<String> each(String list) {
    return Stream.of(list.split(" \\+ ", -1));
  }

  /** Verbs of steps on a store, whose requests and answers are in these words. */
  static Verbs verbs(Object steps, Object... ports) {
    return new Verbs(steps, ports)
        .reading(Placing[].class, all -> each(all).map(Words::placing).toArray(Placing[]::new))
        .reading(Opening[].class, all -> each(all).map(Words::opening).toArray(Opening[]::new))
        .reading(NewTransaction[].class, RecordSteps::bodies)
        .reading(Target.class, Words::target)
        .reading(CollectionName.class, Words::collection)
        .reading(BsonDocument.class, text -> text.isEmpty() ? new BsonDocument() : json(text))
        .reading(BsonDocument[].class, Words::all)
        .saying(Home.class, Home::name)
        .saying(Answer.class, Words::answer)
        .saying(Sight.class, Words::sight);
  }

  private static Opening opening(String words) {
    String[] parts = words.split(" ", -1);
    Currency currency = Currency.getInstance(parts.length == 3 ? parts[2] : "USD");
    return Fixtures.account(parts[0]).opening(Fixtures.money(parts[1], currency));
  }

  private static Placing placing(String words) {
    String[] parts = words.split(" ", 2);
    String[] record = parts[0].split("@", 2);
    Placing first = at1(record[0], parts[1]);
    return record.length == 1
        ? first
        : new Placing(first.record(), epoch(Long.parseLong(record[1])), first.claim());
  }

  private static Placing at1(String record, String words) {
    String[] parts = words.split(" ", -1);
    Currency currency =
        Currency.getInstance(
            words.matches(".* [A-Z]{3}") ? words.substring(words.length() - 3) : "USD");
    return switch (parts[0]) {
      case "debit" -> money(record, parts[1], Range.whole(number(parts[2]), 0), currency);
      case "credit" -> money(record, parts[1], Range.whole(0, number(parts[2])), currency);
      case "range" ->
          money(
              record,
              parts[1],
              new Range(
                  number(parts[2]),
                  number(parts[3]),
                  parts.length > 4 ? Optional.of(number(parts[4])) : Optional.empty(),
                  Optional.empty()),
              currency);
      default -> Requests.on(record, operation(words));
    };
  }

  private static Placing money(String record, String account, Range range, Currency currency) {
    return Requests.range(record, 1, account, range, currency);
  }

  private static long number(String digits) {
    return Long.parseLong(digits);
  }

  /** The operation of words. */
  public static DocumentOperation operation(String words) {
    String[] parts = words.split(" ", 3);
    DocumentRef ref = ref(parts[1]);
    String more = parts.length == 3 ? parts[2] : "";
    List<Guard> guards = List.of();
    String rest = more;
    if (more.startsWith("if ")) {
      int end = more.indexOf("} ");
      guards = guards(end < 0 ? more.substring(3) : more.substring(3, end + 1));
      rest = end < 0 ? "" : more.substring(end + 2);
    }
    return switch (parts[0]) {
      case "insert" -> new InsertDocument(ref, Values.fields(json(rest)));
      case "change" -> new ChangeDocument(ref, guards, changes(json(rest)));
      case "remove" -> new RemoveDocument(ref, guards);
      case "check" -> new CheckDocument(ref, guards);
      case "absent" -> new CheckAbsent(ref);
      case "add" -> addition(ref, rest.split(" ", -1));
      default -> throw new IllegalArgumentException(words);
    };
  }

  private static AddToField addition(DocumentRef ref, String[] words) {
    return words.length == 2
        ? new AddToField(ref, words[0], number(words[1]))
        : new AddToField(ref, words[0], number(words[1]), number(words[2]), number(words[3]));
  }

  /** The guards that fields are equal to these. */
  public static List<Guard> guards(String json) {
    List<Guard> guards = new ArrayList<>();
    json(json).forEach((field, value) -> guards.add(Documents.is(field, Values.decode(value))));
    return guards;
  }

  private static Changes changes(BsonDocument update) {
    List<FieldChange> all = new ArrayList<>();
    update.forEach(
        (name, value) -> {
          if (name.startsWith("$")) {
            value.asDocument().forEach((field, operand) -> all.add(change(name, field, operand)));
          } else {
            all.add(change("$set", name, value));
          }
        });
    return Changes.of(all.toArray(FieldChange[]::new));
  }

  private static FieldChange change(String operator, String field, BsonValue operand) {
    return switch (operator) {
      case "$set" -> FieldChange.set(field, Values.decode(operand));
      case "$inc" -> FieldChange.inc(field, operand.asInt32().getValue());
      case "$push" -> FieldChange.push(field, Values.decode(operand));
      default -> throw new IllegalArgumentException(operator);
    };
  }

  /** The document of words. */
  public static DocumentRef ref(String words) {
    String[] parts = words.split("/", 2);
    return collection(parts[0]).document(id(parts[1]));
  }

  private static Value id(String words) {
    return words.matches("\\d+|[\\[{\"'].*")
        ? Values.decode(json("{id: " + words + "}").get("id"))
        : Value.of(words);
  }

  static CollectionName collection(String words) {
    String[] cluster = words.split(":", 2);
    String[] names = cluster[cluster.length - 1].split("\\.", 2);
    CollectionName name = CollectionName.of(names[names.length - 1]);
    CollectionName there = names.length == 2 ? name.inDatabase(names[0]) : name;
    return cluster.length == 2 ? there.onCluster(cluster[0]) : there;
  }

  /** An account, unless it has a slash: then a document. */
  static Target target(String words) {
    return words.contains("/")
        ? new Target.OfDocument(ref(words))
        : new Target.OfAccount(Fixtures.accountId(words));
  }

  /** A document, of which a text may be millions of one letter. */
  public static BsonDocument json(String text) {
    return enlarged(BsonDocument.parse(text)).asDocument();
  }

  private static BsonValue enlarged(BsonValue value) {
    if (value.isDocument()) {
      value.asDocument().replaceAll((name, each) -> enlarged(each));
    } else if (value.isArray()) {
      value.asArray().replaceAll(Words::enlarged);
    } else if (value.isString()) {
      return new BsonString(Repeated.value(value.asString().getValue()));
    }
    return value;
  }

  /** Several documents, one behind the other. */
  static BsonDocument[] all(String texts) {
    BsonArray all = BsonArray.parse("[" + texts.replace("} {", "}, {") + "]");
    return all.stream().map(BsonValue::asDocument).toArray(BsonDocument[]::new);
  }

  static String shell(BsonDocument document) {
    return document.toJson(SHELL);
  }

  static String answer(Answer answer) {
    return switch (answer.kind()) {
      case HELD -> "held";
      case SHORT -> "short of " + answer.available();
      case BUSY ->
          "busy by "
              + answer.hold().map(Words::holder).orElse("many")
              + answer.elsewhere().map(where -> " on " + where).orElse("");
      case REFUSED -> answer.reason().map(why -> why.kind() + ": " + why.message()).orElseThrow();
      default -> answer.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private static String holder(Hold hold) {
    return hold.record().value();
  }

  static String sight(Sight sight) {
    return switch (sight.kind()) {
      case UNREADABLE -> "unreadable: " + sight.fault().orElseThrow();
      case ABSENT -> "absent";
      default ->
          sight.stored().orElseThrow().holds().stream()
              .map(Words::holder)
              .collect(joining(", ", "held by ", ""))
              .replaceFirst("held by $", "free");
    };
  }

  /** An outcome, or whatever has a name in capitals. */
  static String outcome(Object outcome) {
    return outcome.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
