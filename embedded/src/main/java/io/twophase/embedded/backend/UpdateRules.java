package io.twophase.embedded.backend;

import static io.twophase.embedded.backend.ExactValues.isWhole;
import static io.twophase.embedded.backend.ExactValues.part;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.ErrorCode;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.BsonConstants;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of MongoDB that the library does not make: an {@code $inc} or {@code $mul} whose
 * result is no int64, a null that is no number, array or document, and a document of more than 16
 * MB. Nothing of the document is changed then.
 */
final class UpdateRules {

  private static final int OVERFLOW = 15;

  /** As many levels as MongoDB stores, and as many names of a path. */
  private static final int MOST_LEVELS = 200;

  private static final int OBJECT_TOO_LARGE = 10334;
  private static final int UPDATED_TOO_LARGE = 17419;
  private static final int UPSERTED_TOO_LARGE = 17420;

  private static final Map<String, LongBinaryOperator> EXACT =
      Map.of("$inc", Math::addExact, "$mul", Math::multiplyExact);

  /** The codes of operators that take no null for a number or for an array. */
  private static final Map<String, ErrorCode> OF_NULL =
      Map.of(
          "$inc", ErrorCode.TypeMismatch,
          "$mul", ErrorCode.TypeMismatch,
          "$push", ErrorCode.BadValue,
          "$addToSet", ErrorCode.BadValue);

  private UpdateRules() {}

  /**
   * A command, before any of it is done: the library follows each level of a path by a call of its
   * own, and copies the rest of the path for it.
   *
   * @throws MongoServerError if documents or a path of it go deeper than MongoDB's may
   */
  static void checkDepth(Document command) {
    checkDepth(command, 0, command.containsKey("aggregate"));
  }

  /**
   * @param isPipeline whether texts may be paths, and are not data
   */
  private static void checkDepth(@Nullable Object part, int level, boolean isPipeline) {
    if (level > MOST_LEVELS) {
      throw tooDeep();
    }
    if (part instanceof Document document) {
      document.forEach(
          (name, value) -> {
            checkPath(name);
            checkDepth(value, level + 1, isPipeline);
          });
    } else if (part instanceof Collection<?> parts) {
      parts.forEach(each -> checkDepth(each, level + 1, isPipeline));
    } else if (isPipeline && part instanceof String text) {
      checkPath(text);
    }
  }

  private static void checkPath(String path) {
    if (path.length() > MOST_LEVELS && path.chars().filter(c -> c == '.').count() >= MOST_LEVELS) {
      throw tooDeep();
    }
  }

  private static MongoServerError tooDeep() {
    return new MongoServerError(
        OVERFLOW, "Overflow", "exceeds the greatest depth of documents and paths, " + MOST_LEVELS);
  }

  /**
   * An update that makes one document of another.
   *
   * @param encoded the bytes of the other
   * @throws MongoServerError if MongoDB refuses it
   */
  static void check(Document update, Document before, Document after, byte[] encoded) {
    checkChanges(update, before, after);
    checkSize(encoded, UPDATED_TOO_LARGE, "Resulting document after update is larger than ");
  }

  /**
   * A document that an update inserts, as it finds none.
   *
   * @param encoded its bytes
   * @throws MongoServerError if MongoDB refuses it
   */
  static void checkUpsert(Document update, Document query, Document upserted, byte[] encoded) {
    checkChanges(update, query, upserted);
    checkSize(encoded, UPSERTED_TOO_LARGE, "Document to upsert is larger than ");
  }

  /**
   * A document that is inserted.
   *
   * @param encoded its bytes
   * @throws MongoServerError if MongoDB refuses it
   */
  static void checkInsert(byte[] encoded) {
    checkSize(encoded, OBJECT_TOO_LARGE, "object to insert too large. max size: ");
  }

  /** Returns whether a document of these bytes is too large. */
  static boolean isTooLarge(byte[] encoded) {
    return encoded.length > BsonConstants.MAX_BSON_OBJECT_SIZE;
  }

  private static void checkSize(byte[] encoded, int code, String what) {
    if (isTooLarge(encoded)) {
      throw new MongoServerError(
          code, "BSONObjectTooLarge", what + BsonConstants.MAX_BSON_OBJECT_SIZE);
    }
  }

  private static void checkChanges(Document update, Document before, Document after) {
    for (Entry<String, Object> operator : update.entrySet()) {
      if (operator.getKey().startsWith("$") && operator.getValue() instanceof Document operands) {
        operands.forEach(
            (path, operand) ->
                new Change(operator.getKey(), operand, after)
                    .check(List.of(path.split("\\.")), before, after));
      }
    }
  }

  /** One field's operand. */
  private record Change(String operator, @Nullable Object operand, Document document) {

    /** Follows the path, through all elements of an array where it names one by an operator. */
    void check(List<String> steps, @Nullable Object before, @Nullable Object after) {
      if (steps.isEmpty()) {
        checkValue(before, after);
        return;
      }
      if (steps.get(0).equals("$") && !(before instanceof List<?>)) {
        throw new MongoServerError(
            ErrorCode.BadValue, "the positional operator did not find the match needed");
      }
      if (before == null && (after instanceof Document || after instanceof List<?>)) {
        throw refused(ErrorCode.PathNotViable, "null");
      }
      for (String step : named(steps.get(0), before)) {
        check(steps.subList(1, steps.size()), part(before, step), part(after, step));
      }
    }

    private static List<String> named(String step, @Nullable Object whole) {
      return step.startsWith("$") && whole instanceof List<?> list
          ? IntStream.range(0, list.size()).mapToObj(String::valueOf).toList()
          : List.of(step);
    }

    private void checkValue(@Nullable Object before, @Nullable Object after) {
      if (before == null && OF_NULL.containsKey(operator) && after != null) {
        throw refused(OF_NULL.get(operator), "null");
      }
      if (EXACT.containsKey(operator)
          && before instanceof Number to
          && operand instanceof Number by
          && isWhole(to)
          && isWhole(by)
          && !Objects.equals(before, after)) {
        try {
          var unused = EXACT.get(operator).applyAsLong(to.longValue(), by.longValue());
        } catch (ArithmeticException overflow) {
          throw refused(ErrorCode.BadValue, "((NumberLong)" + before + ")");
        }
      }
    }

    private MongoServerError refused(ErrorCode code, String value) {
      return new MongoServerError(
          code,
          "Failed to apply %s operations to current value %s for document {_id: %s}"
              .formatted(operator, value, document.get("_id")));
    }
  }
}
