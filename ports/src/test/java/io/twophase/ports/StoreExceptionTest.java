package io.twophase.ports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoreExceptionTest {

  @Test
  void aStoreThatIsGoneIsAFaultOfTheStoreAndKeepsItsCause() {
    Exception cause = new IllegalStateException("no route");

    assertThat(new StoreUnavailableException("gone", cause))
        .isInstanceOf(StoreException.class)
        .hasMessage("gone")
        .hasCause(cause);
    assertThat(new StoreUnavailableException("gone")).hasMessage("gone").hasNoCause();
    assertThat(new StoreException("broken")).hasMessage("broken").hasNoCause();
  }

  @Test
  void anInternalErrorOfOneItemSaysWhereItWasThrown() {
    assertThat(
            StoreException.faultOf(
                    () -> {
                      throw new IllegalStateException("odd");
                    })
                .orElseThrow())
        .startsWith(
            "internal error, please report it: java.lang.IllegalStateException: odd at "
                + StoreExceptionTest.class.getName())
        .containsPattern("\\(StoreExceptionTest.java:\\d+\\) < ")
        .doesNotContain("\n");
  }
}
