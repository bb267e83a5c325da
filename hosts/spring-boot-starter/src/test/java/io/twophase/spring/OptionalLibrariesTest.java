package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is optional can be left out. */
class OptionalLibrariesTest {

  private static final List<String> OPTIONAL =
      List.of(
          ("spring-boot-actuator spring-boot-health spring-boot-data- "
                  + "spring-boot-persistence spring-boot-transaction spring-data- twophase-console "
                  + "spring-boot-webmvc spring-web spring-security- jakarta.servlet-api tomcat- "
                  + "twophase-micrometer micrometer-core context-propagation jackson-")
              .split(" ", -1));

  @Test
  void aHostWithoutTheActuatorAndSpringDataMovesMoney() throws Exception {
    List<URL> lean = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      String name = path.getFileName().toString();
      if (OPTIONAL.stream().noneMatch(name::startsWith)) {
        lean.add(path.toUri().toURL());
      }
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(lean.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      assertThatThrownBy(() -> loader.loadClass("org.springframework.data.annotation.Id"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(
              () ->
                  loader.loadClass("org.springframework.boot.actuate.endpoint.annotation.Endpoint"))
          .isInstanceOf(ClassNotFoundException.class);
      @SuppressWarnings("unchecked")
      Function<String, String> host =
          (Function<String, String>)
              loader.loadClass(LeanHost.class.getName()).getConstructor().newInstance();

      assertThat(host.apply(Contexts.uri())).startsWith("true, ").contains("Ann");
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
