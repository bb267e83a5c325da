package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.CursorNotFoundException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers that nobody fetches to the end hold only so much, and only for so long. */
class OpenCursorsTest {

  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Document DOCUMENT = new Document("_id", 1).append("x", "y".repeat(1_000));
  private static final byte[] BYTES = DocumentMap.encode(DOCUMENT);
  private static final int DOCUMENT_BYTES = BYTES.length;

  private final AtomicLong now = new AtomicLong();

  private OpenCursors cursors(int most, long bytes) {
    return new OpenCursors(new OpenCursors.Limits(most, bytes, IDLE), now::get);
  }

  private static OpenCursors.HeldCursor add(OpenCursors cursors) {
    OpenCursors.HeldCursor cursor =
        new OpenCursors.HeldCursor(
            cursors.generateCursorId(), List.of(BYTES, BYTES), UnaryOperator.identity());
    cursors.add(cursor);
    return cursor;
  }

  private static void assertGone(OpenCursors cursors, OpenCursors.HeldCursor cursor) {
    assertThatThrownBy(() -> cursors.getCursor(cursor.getId()))
        .isInstanceOf(CursorNotFoundException.class);
  }

  @Test
  void aServerThatIsStartedAnewTakesNoCursorOfBeforeForOneOfItsOwn() {
    OpenCursors before = new OpenCursors(OpenCursors.Limits.usual(), System::nanoTime);
    OpenCursors after = new OpenCursors(OpenCursors.Limits.usual(), System::nanoTime);
    assertThat(after.generateCursorId()).isPositive().isNotEqualTo(before.generateCursorId());
  }

  @Test
  void beyondTheirNumberTheLeastUsedGoes() {
    OpenCursors cursors = cursors(3, Long.MAX_VALUE);
    OpenCursors.HeldCursor first = add(cursors);
    OpenCursors.HeldCursor second = add(cursors);
    add(cursors);
    cursors.getCursor(first.getId());
    add(cursors);

    assertGone(cursors, second);
    assertThat(cursors.getCursor(first.getId())).isSameAs(first);
    assertThat(cursors.size()).isEqualTo(3);
  }

  @Test
  void beyondTheirBytesTheLeastUsedGo() {
    OpenCursors cursors = cursors(100, 7L * DOCUMENT_BYTES);
    IntStream.range(0, 50).forEach(at -> add(cursors));

    assertThat(cursors.size()).isEqualTo(3);
    assertThat(cursors.bytes()).isEqualTo(6L * DOCUMENT_BYTES);
  }

  @Test
  void oneThatIsLargerThanAllMayBeIsKeptAlone() {
    OpenCursors cursors = cursors(100, DOCUMENT_BYTES);
    add(cursors);
    OpenCursors.HeldCursor last = add(cursors);

    assertThat(cursors.getCursor(last.getId())).isSameAs(last);
    assertThat(cursors.size()).isEqualTo(1);
  }

  @Test
  void oneThatNobodyUsesGoesAfterItsTime() {
    OpenCursors cursors = cursors(100, Long.MAX_VALUE);
    OpenCursors.HeldCursor abandoned = add(cursors);
    OpenCursors.HeldCursor used = add(cursors);
    now.addAndGet(IDLE.toNanos());
    cursors.getCursor(used.getId());
    now.addAndGet(1);
    add(cursors);

    assertGone(cursors, abandoned);
    assertThat(cursors.getCursor(used.getId())).isSameAs(used);
  }

  @Test
  void whatIsGivenBackIsNotCounted() {
    OpenCursors cursors = cursors(100, Long.MAX_VALUE);
    OpenCursors.HeldCursor cursor = add(cursors);

    assertThat(cursors.remove(cursor)).isTrue();
    assertThat(cursors.remove(cursor)).isFalse();
    assertThat(cursors.bytes()).isZero();
  }
}
