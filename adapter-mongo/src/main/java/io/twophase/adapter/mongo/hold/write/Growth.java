package io.twophase.adapter.mongo.hold.write;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;

/**
 * By how many bytes changes may make a document larger, at most. The hold itself, which the settle
 * removes, makes room for the first few.
 */
public final class Growth implements FieldChange.Cases<Long> {

  /** Less than any hold weighs, with what the settle adds to the document beside the changes. */
  private static final int HOLD_BYTES = 64;

  /** More than the name of an array's element weighs, with its type. */
  private static final int ELEMENT_BYTES = 16;

  private static final Growth CASES = new Growth();

  private Growth() {}

  public static int of(Changes changes) {
    long bytes = changes.all().stream().mapToLong(change -> change.fold(CASES)).sum();
    return Math.toIntExact(Math.max(0, bytes - HOLD_BYTES));
  }

  /** The field, with all documents on the way to it, made anew. */
  private static long made(FieldPath path, Value value) {
    Value made = value;
    for (int at = path.names().size() - 1; at > 0; at--) {
      made = new Value.Embedded(Fields.of(new Field(path.names().get(at), made)));
    }
    return Fields.of(new Field(path.top(), made)).bsonSize();
  }

  @Override
  public Long set(FieldChange.Set change) {
    return made(change.path(), change.value());
  }

  @Override
  public Long unset(FieldChange.Unset change) {
    return 0L;
  }

  @Override
  public Long inc(FieldChange.Inc change) {
    return made(change.path(), new Value.Int64(0));
  }

  @Override
  public Long push(FieldChange.Push change) {
    return ELEMENT_BYTES + made(change.path(), new Value.Array(List.of(change.value())));
  }

  @Override
  public Long pull(FieldChange.Pull change) {
    return 0L;
  }
}
