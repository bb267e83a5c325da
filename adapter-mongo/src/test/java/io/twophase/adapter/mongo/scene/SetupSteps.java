package io.twophase.adapter.mongo.scene;

import static java.util.stream.Collectors.joining;

import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.MongoStoreSettings.Timeouts;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.adoption.Adoption.AdoptionReport;
import io.twophase.adapter.mongo.adoption.AdoptionPlan;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.PendingRule;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.ports.Keeping;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.Currency;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.BsonDocument;

/**
 * The settings of a store in words, parted by commas, such as {@code validators, retain P90D}; what
 * opening a store has set up; and the adoption of the tutorial's collections.
 */
final class SetupSteps {

  private SetupSteps() {}

  static MongoStoreSettings settings(String words) {
    MongoStoreSettings settings = Servers.QUIET;
    for (String one : words.split(", ", -1)) {
      settings = with(settings, one.split(" ", 2)[0], one.replaceFirst("\\S+ ?", ""));
    }
    return settings;
  }

  private static MongoStoreSettings with(MongoStoreSettings so, String name, String value) {
    return switch (name) {
      case "quiet" -> so;
      case "probe" -> so.withProbe(true);
      case "whole" -> so.withServerTransactions(true);
      case "brief" -> so.withTimeouts(operation(Duration.parse(value)));
      case "unsafe" -> so.withUnsafeAllowed(true);
      case "validators" -> so.withValidators(true);
      case "trusting" -> so.withTrustedCollections(DocumentWords.collection(value));
      case "named" -> so.withClusterName(value);
      case "index" ->
          switch (value) {
            case "held" -> so.withHeldIndex(true);
            case "reference" -> so.withReferenceIndex(true);
            default -> so.withAccountIndex(true);
          };
      case "collections" -> so.withCollections(value.split(" ", -1)[0], value.split(" ", -1)[1]);
      case "adopting" -> so.withAdoptedCurrency(Currency.getInstance(value));
      case "retain" -> so.withRetention(retention(value));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A limit that is zero is none, nor is there one of the wait for a majority then. */
  private static Timeouts operation(Duration limit) {
    Timeouts usual = Timeouts.DEFAULT;
    return new Timeouts(
        usual.serverSelection(),
        usual.connect(),
        usual.read(),
        usual.pool(),
        limit,
        limit.isZero() ? limit : usual.majority());
  }

  /** {@code P90D}, {@code P1D by pass}, {@code P1D by pass with receipts P4D}, {@code forever}. */
  static Retention retention(String words) {
    String[] receipts = words.split(" with receipts ", 2);
    String[] period = receipts[0].split(" by pass", -1);
    Retention kept =
        period[0].equals("forever")
            ? new Retention(
                Retention.FOR_EVER.period(),
                period.length == 1 ? Retention.By.SERVER : Retention.By.PASS)
            : either(
                period.length == 1
                    ? Retention.of(Duration.parse(period[0]))
                    : Retention.ofPass(Duration.parse(period[0])));
    return receipts.length == 1
        ? kept
        : either(
            receipts[1].equals("forever")
                ? kept.withReceiptsForEver()
                : kept.withReceipts(Duration.parse(receipts[1])));
  }

  private static Retention either(Either<String, Retention> kept) {
    return kept.getOrElseThrow(why -> new IllegalArgumentException(why));
  }

  /** What a store says of the records that it keeps, and of the carried balances. */
  static String keeping(MongoStore store) {
    Keeping keeping = store.records().keeping();
    return Stream.of(
            keeping.mayHaveExpired() ? "may have expired" : "all are there",
            keeping.keptFor().map(Duration::toString).orElse("for ever"),
            keeping
                .receipts()
                .map(
                    period ->
                        "receipts " + period.limit().map(Duration::toString).orElse("for ever"))
                .orElse("no receipts"),
            keeping.hasReceiptsOfAllRemoved() ? "of all removed" : "not of all",
            store.carried().isComplete() ? "carries" : "does not carry")
        .collect(joining(", "));
  }

  /** Each index as its keys, and what else it says. */
  static String indexes(MongoDatabase database, String collection) {
    return StreamSupport.stream(
            database.getCollection(collection).listIndexes(BsonDocument.class).spliterator(), false)
        .filter(index -> !index.getString("name").getValue().equals("_id_"))
        .map(SetupSteps::index)
        .sorted()
        .collect(joining(" "));
  }

  private static String index(BsonDocument index) {
    String keys = Words.shell(index.getDocument("key"));
    for (String also : new String[] {"partialFilterExpression", "expireAfterSeconds"}) {
      keys +=
          index.containsKey(also)
              ? " "
                  + (index.isDocument(also)
                      ? Words.shell(index.getDocument(also))
                      : index.getNumber(also).longValue())
              : "";
    }
    return keys;
  }

  /** What an adoption by a rule does or, of a plan, would do, and what it leaves. */
  static String adopt(MongoStore store, String words) {
    String[] parts = words.split(" ", 2);
    PendingRule rule = PendingRule.valueOf(parts[0]);
    if (parts.length == 2) {
      return left(store.adoption().plan(rule));
    }
    AdoptionReport report = store.adoption().run(rule);
    return report.adopted() + " adopted, " + left(report.left());
  }

  private static String left(AdoptionPlan plan) {
    String refused =
        Stream.of(
                plan.refused().stream().map(one -> one.id() + ": " + one.fault()),
                plan.transactions().stream().map(one -> one.id() + " " + decision(one.decision())),
                plan.marks().stream()
                    .map(
                        one ->
                            one.transaction()
                                + " on "
                                + one.account()
                                + " "
                                + decision(one.decision())))
            .flatMap(all -> all)
            .collect(joining("; "));
    String state =
        plan.isComplete()
            ? "complete"
            : "%s clean, %s marked".formatted(plan.clean(), plan.marked());
    return refused.isEmpty() ? state : state + ": " + refused;
  }

  private static String decision(AdoptionPlan.Decision decision) {
    return Words.outcome(decision.remedy()) + ", " + decision.detail();
  }
}
