package io.twophase.adapter.mongo.testing;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.test.equality.hold.Draws;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What mongo-java-server 1.47 does otherwise than MongoDB: as an extension, it skips the tests that
 * ask for it.
 *
 * <p>Its {@code $pullAll} takes a document or a regular expression in the array for a condition on
 * the value. So {@code {}} goes with every value, and {@code {a: null}} with each that has no field
 * {@code a}.
 */
public final class JavaServerDifferences implements ExecutionCondition {
  /** Scenes that ask for an order of ids. */
  public static final String SCAN_OF_RECORDS =
      "What is scanned comes in the order of code points, and is what is read";

  public static final String SCAN_OF_ACCOUNTS =
      "Accounts are scanned in the order of code points, each once";

  private static final String SORTING = "sorts texts by UTF-16 unit, not by code point";
  private static final String SIZE = "lets an update make a document of any size";
  private static final String CLOCK = "reads its clock anew for each date of one update";
  private static final Map<String, String> SKIPPED =
      Map.of(
          SCAN_OF_RECORDS,
          SORTING,
          SCAN_OF_ACCOUNTS,
          SORTING,
          "Those begun at one moment come by their ids",
          SORTING,
          "The stamps of one step are of one moment",
          CLOCK,
          "The stamps of a canceled member are of one moment",
          CLOCK,
          "whatIsChangedNeverBecomesLargerThanADocumentMayBe",
          SIZE,
          "whatIsHeldCanBeSettled",
          SIZE);

  /**
   * Values without what is not a number, which meets each {@code $gte} there; and of equal numbers
   * of different types one, since it leaves a number as it is where an equal one is set.
   */
  private static final List<Value> VALUES =
      Draws.VALUES_OF_ONE_TYPE.stream().filter(value -> !isNaN(value)).toList();

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return named(context, SKIPPED)
        .map(why -> ConditionEvaluationResult.disabled("mongo-java-server 1.47 " + why))
        .orElseGet(() -> ConditionEvaluationResult.enabled("as MongoDB does"));
  }

  /** Returns what a table has for a test, by the name of its method or the title of its scene. */
  public static <T> Optional<T> named(ExtensionContext context, Map<String, T> table) {
    String test = context.getTestMethod().map(Method::getName).orElse("");
    return table.keySet().stream()
        .filter(name -> name.equals(test) || context.getDisplayName().endsWith(name))
        .findFirst()
        .map(table::get);
  }

  /**
   * Whether it takes a value for an id: the largest key, or infinity, is another id there, and an
   * empty document is all of them; none of the id null is found to change and to answer with.
   */
  static boolean isId(Value value) {
    boolean isFinite = !value.isNumber() || value.isFiniteNumber();
    boolean isEmpty = value.equals(Documents.value(Documents.fields()));
    return isFinite && !isEmpty && !Set.of("maxKey", "null").contains(value.type());
  }

  /** All that mongo-java-server does as MongoDB does. */
  public static Draws draws(FreshDatabase database) {
    return new Draws(database.another(), VALUES, JavaServerDifferences::isDoneRight);
  }

  /** No number is within a bound of it, not even itself. */
  private static boolean isNaN(Value value) {
    return value.isNumber() && value.compareTo(value).isEmpty();
  }

  private static boolean isDoneRight(DocumentOperation operation) {
    if (operation instanceof InsertDocument insert) {
      return areSafe(insert.fields());
    }
    return !(operation instanceof ChangeDocument change) || areDoneRight(change.changes());
  }

  /** Whether changes are made as MongoDB makes them, of a document that was made so. */
  public static boolean areDoneRight(Changes changes) {
    return changes.all().stream().allMatch(JavaServerDifferences::isDoneRight);
  }

  /** Whether no array of these fields has what would be pulled with another value. */
  public static boolean areSafe(Fields fields) {
    return fields.all().stream().allMatch(field -> isSafe(field.value()));
  }

  private static boolean isDoneRight(FieldChange change) {
    return switch (change.kind()) {
      case SET -> isSafe(change.value());
      case PUSH -> isSafe(change.value()) && !isCondition(change.value());
      case PULL -> !(change.value() instanceof Value.Embedded);
      case UNSET, INC -> true;
    };
  }

  private static boolean isSafe(Value value) {
    if (value instanceof Value.Array array) {
      return array.values().stream().allMatch(each -> isSafe(each) && !isCondition(each));
    }
    return !(value instanceof Value.Embedded embedded) || areSafe(embedded.fields());
  }

  /** Whether a value meets it that is no document. */
  private static boolean isCondition(Value value) {
    return value.type().equals("regex")
        || (value instanceof Value.Embedded embedded
            && embedded.fields().all().stream()
                .allMatch(field -> field.value().type().equals("null")));
  }
}
