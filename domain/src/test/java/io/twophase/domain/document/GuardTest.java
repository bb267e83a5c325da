package io.twophase.domain.document;

import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.atMost;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.in;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.missing;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.Guard.Unchanged;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.value.Fields;
import org.junit.jupiter.api.Test;

class GuardTest {

  private static final Fields DOCUMENT =
      DocumentWords.fields(
          "{status:\"UnPaid\",total:50,none:null,tags:[\"UnPaid\",50],lines:[{price:50}]}");

  @Test
  void isSaidInWordsToo() {
    Guards guards =
        Guards.where("a").equalTo("x").and("b").oneOf(1, "x").and("c").exists().and("d").absent();
    assertThat(guards.and("e").atLeast(1).and("f").atMost(2L).all())
        .containsExactly(
            is("a", "x"),
            in("b", 1, "x"),
            exists("c"),
            missing("d"),
            atLeast("e", 1),
            atMost("f", 2L));
    assertThat(Guards.unchanged(DOCUMENT).all()).containsExactly(new Unchanged(DOCUMENT));
    assertThat(is("a.b", 1).failing(DOCUMENT)).isEqualTo("a.b");
    assertThat(is("lines.price", 1).found(DOCUMENT)).endsWith(" at lines");
    assertThat(is("a.b", 1).found(DOCUMENT)).isEqualTo("no such field");
    assertThat(Guard.isComparable(value(1))).isTrue();
    assertThat(Guard.isComparable(value(Double.NaN))).isFalse();
    assertThat(is("a", "x".repeat(1_000_000)).expected()).hasSizeLessThan(250);
  }
}
