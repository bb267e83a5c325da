package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.BsonJavaScript;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares values as MongoDB does. The library compares decimals as doubles, which call many of
 * them equal, and doubles with an int64 without what comes after the point. It also orders no code,
 * and calls no regular expression equal to another.
 */
final class ExactValues {

  /** The bits of a decimal that is infinite or not a number. */
  private static final long SPECIAL = 0x7800000000000000L;

  private static final int BINARY = 5;
  private static final int DOUBLE = 1;
  private static final int NULL = 10;

  /** The numbers of BSON's types in MongoDB's order; that of doubles stands for all numbers. */
  private static final List<Integer> ORDER =
      List.of(-1, NULL, DOUBLE, 2, 3, 4, BINARY, 7, 8, 9, 17, 11, 13, 127);

  private ExactValues() {}

  /** Returns whether two values are equal: numbers of whatever types, documents in their order. */
  static boolean areEqual(@Nullable Object one, @Nullable Object other) {
    return one instanceof String ? one.equals(other) : compare(one, other) == 0;
  }

  /** Compares values of any types; null is equal to a missing one. */
  static int compare(@Nullable Object one, @Nullable Object other) {
    int ofTypes = Integer.compare(type(one), type(other));
    return ofTypes != 0 || one == null || other == null ? ofTypes : compareOfOneType(one, other);
  }

  /** Returns whether two values are of one type, as all numbers are. */
  static boolean areOfOneType(@Nullable Object one, @Nullable Object other) {
    return type(one) == type(other);
  }

  private static int type(@Nullable Object value) {
    int type =
        value == null || value instanceof Missing
            ? NULL
            : value instanceof Number ? DOUBLE : BsonEncoder.determineType(value);
    return ORDER.indexOf(type);
  }

  @SuppressWarnings("unchecked")
  private static int compareOfOneType(Object one, Object other) {
    if (one instanceof Number number && other instanceof Number another) {
      return compare(number, another);
    }
    if (one instanceof Document document && other instanceof Document another) {
      return compare(document, another);
    }
    if (one instanceof List<?> list && other instanceof List<?> another) {
      for (int at = 0; at < Math.min(list.size(), another.size()); at++) {
        int ofElements = compare(list.get(at), another.get(at));
        if (ofElements != 0) {
          return ofElements;
        }
      }
      return Integer.compare(list.size(), another.size());
    }
    if (type(one) == ORDER.indexOf(BINARY)) {
      byte[] bytes = DocumentMap.encode(new Document("", one));
      byte[] others = DocumentMap.encode(new Document("", other));
      int ofLengths = Integer.compare(bytes.length, others.length);
      return ofLengths != 0 ? ofLengths : Arrays.compareUnsigned(bytes, others);
    }
    return one instanceof Comparable<?> && !(one instanceof String)
        ? ((Comparable<Object>) one).compareTo(other)
        : Arrays.compareUnsigned(utf8(one), utf8(other));
  }

  /** The bytes of a text, of code, or of a regular expression. */
  private static byte[] utf8(Object value) {
    String text =
        value instanceof BsonRegularExpression expression
            ? expression.getPattern() + '\0' + expression.getOptions()
            : value instanceof BsonJavaScript script ? script.getCode() : String.valueOf(value);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Each field by its type, its name and its value; then by their number. */
  private static int compare(Document one, Document other) {
    Iterator<Entry<String, Object>> others = other.entrySet().iterator();
    for (Entry<String, Object> field : one.entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Entry<String, Object> another = others.next();
      int ofTypes = Integer.compare(type(field.getValue()), type(another.getValue()));
      int ofNames = ofTypes != 0 ? ofTypes : compare(field.getKey(), another.getKey());
      int ofFields = ofNames != 0 ? ofNames : compare(field.getValue(), another.getValue());
      if (ofFields != 0) {
        return ofFields;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  /** NaN comes first; a finite number counts as zero beside one that is not finite. */
  private static int compare(Number one, Number other) {
    int ofNaN = Boolean.compare(isNaN(other), isNaN(one));
    if (ofNaN != 0 || isNaN(one)) {
      return ofNaN;
    }
    if (isWhole(one) && isWhole(other)) {
      return Long.compare(one.longValue(), other.longValue());
    }
    return isFinite(one) && isFinite(other)
        ? decimal(one).compareTo(decimal(other))
        : Double.compare(
            isFinite(one) ? 0 : one.doubleValue(), isFinite(other) ? 0 : other.doubleValue());
  }

  static boolean isNaN(@Nullable Object value) {
    return value instanceof Number number && Double.isNaN(number.doubleValue());
  }

  private static boolean isFinite(Number number) {
    return number instanceof Decimal128 decimal
        ? (decimal.getHigh() & SPECIAL) != SPECIAL
        : Double.isFinite(number.doubleValue());
  }

  private static BigDecimal decimal(Number number) {
    if (number instanceof Decimal128 decimal) {
      return decimal.toBigDecimal();
    }
    return isWhole(number)
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }

  /** Returns what comes before the point of a number, if that is an int64. */
  static Optional<Long> truncated(@Nullable Object value) {
    return value instanceof Number number && isFinite(number)
        ? Optional.of(decimal(number).toBigInteger())
            .filter(whole -> whole.bitLength() < Long.SIZE)
            .map(BigInteger::longValue)
        : Optional.empty();
  }

  /** Returns whether a value is a whole number, of int32 or int64. */
  static boolean isWhole(@Nullable Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  /** Returns what a document has of that name, or an array at that place; or that it has none. */
  static @Nullable Object part(@Nullable Object whole, String step) {
    if (whole instanceof Document document) {
      return document.getOrDefault(step, Missing.getInstance());
    }
    boolean isPlace =
        whole instanceof List<?>
            && !step.isEmpty()
            && step.length() < 9
            && step.chars().allMatch(one -> one >= '0' && one <= '9');
    return isPlace && whole instanceof List<?> list && Integer.parseInt(step) < list.size()
        ? list.get(Integer.parseInt(step))
        : Missing.getInstance();
  }
}
