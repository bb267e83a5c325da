package io.twophase.adapter.mongo.testing;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;

/**
 * What mongo-java-server 1.47 pulls otherwise than MongoDB: its {@code $pullAll} takes a document
 * or a regular expression in the array for a condition on the value. So {@code {}} goes with every
 * value, and {@code {a: null}} with each that has no field {@code a}.
 */
public final class JavaServerPulls {

  private JavaServerPulls() {}

  /** Whether changes are made as MongoDB makes them, of a document that was made so. */
  public static boolean areDoneRight(Changes changes) {
    return changes.all().stream().allMatch(JavaServerPulls::isDoneRight);
  }

  /** Whether no array of these fields has what would be pulled with another value. */
  public static boolean areSafe(Fields fields) {
    return fields.all().stream().allMatch(field -> isSafe(field.value()));
  }

  private static boolean isDoneRight(FieldChange change) {
    if (change instanceof FieldChange.Set set) {
      return isSafe(set.value());
    }
    if (change instanceof FieldChange.Push push) {
      return isSafe(push.value()) && !isCondition(push.value());
    }
    return !(change instanceof FieldChange.Pull pull && pull.value() instanceof Value.Embedded);
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
