package io.twophase.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EntityMapperTest {

  @Test
  void aStoreWithoutAMapperKnowsNoTypeAndSaysWhatToDo() {
    EntityMapper none = EntityMapper.NONE;
    List<ThrowingCallable> calls =
        List.of(
            () -> none.ref(String.class, "key"),
            () -> none.ref("entity"),
            () -> none.fields("entity"),
            () -> none.entity(CollectionName.of("a").document("b"), Fields.none(), String.class),
            () -> none.toObject(Value.of("text"), String.class));

    for (ThrowingCallable call : calls) {
      assertThatIllegalArgumentException()
          .isThrownBy(call)
          .withMessage("no mapper knows java.lang.String: give one to the builder of TwoPhase");
    }
    assertThat(none.value("text")).isEqualTo(new Value.Text("text"));
  }
}
