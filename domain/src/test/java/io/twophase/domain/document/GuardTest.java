package io.twophase.domain.document;

import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.atMost;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.in;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.missing;
import static io.twophase.domain.testing.Documents.nested;
import static io.twophase.domain.testing.Documents.path;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.Guard.Unchanged;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.domain.value.Value.Other;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardTest {

  private static final Fields DOCUMENT =
      DocumentWords.fields(
          "{status:\"UnPaid\",total:50,none:null,tags:[\"UnPaid\",50],lines:[{price:50}]}");

  @Test
  void aValueThatWouldLieDeeperThanMongoDbNestsIsRefused() {
    // 101 with the field around it
    assertThatThrownBy(() -> is("a", value(fields("b", nested(99)))))
        .hasMessage("a: more than 100 documents and arrays in each other");
    assertThatThrownBy(() -> in("a", 1, nested(100))).hasMessageStartingWith("a: more than 100");
    Value inside = value(fields("b", nested(98)));
    assertThat(is("a", inside)).isNotNull();
    assertThatThrownBy(() -> is("a.b", inside)).hasMessageStartingWith("a.b: more than 100");
  }

  @Test
  void aDocumentIsUnchangedIfItHasTheSameFieldsAndNoOthers() {
    Unchanged guard = new Unchanged(DOCUMENT);
    assertThat(guard.holds(DOCUMENT)).isTrue();
    assertThat(guard.holds(DOCUMENT.without("status").with("status", value("UnPaid")))).isTrue();
    assertThat(guard.holds(DOCUMENT.with("total", value(50L)))).isTrue();

    Fields paid = DOCUMENT.with("status", value("Paid"));
    assertThat(guard.holds(paid)).isFalse();
    assertThat(guard.failing(paid)).isEqualTo("status");
    assertThat(guard.found(paid)).isEqualTo("\"Paid\"");
    Fields less = DOCUMENT.without("total");
    assertThat(guard.holds(less)).isFalse();
    assertThat(guard.failing(less)).isEqualTo("total");
    assertThat(guard.found(less)).isEqualTo("no such field");
    Fields more = DOCUMENT.with("more", value(1));
    assertThat(guard.holds(more)).isFalse();
    assertThat(guard.failing(more)).isEqualTo("more");
    assertThat(guard.holds(less.with("more", value(50)))).isFalse();
    assertThat(guard.word()).isEqualTo("unchanged");
    assertThat(guard.expected()).isEqualTo("is as it was read");
    assertThat(guard.paths()).hasSize(DOCUMENT.all().size()).contains(path("total"));
    assertThatThrownBy(() -> guard.failing(DOCUMENT)).hasMessage("nothing has changed");
  }

  @Test
  void noDocumentIsUnchangedThatHasFieldsWhichNoGuardCanName() {
    for (String name : List.of("_id", "pendingTransactions", "a.b", "$a")) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Unchanged(fields(name, 1)));
    }
    assertThatThrownBy(() -> new Unchanged(fields("a", new Other("regex", "5e61006900"))))
        .hasMessageStartingWith("a cannot be compared with");
  }

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
